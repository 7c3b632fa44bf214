import { formatIfPresent, formatTyped, formatTypedDate, type KindLabels } from "#trade/fieldwork/public.tsx";
import { readRecord, readText } from "#ground/sync/public.ts";
import { planPath } from "../paths.ts";
import { PLAN } from "./plan.ts";
import { planTextOf } from "./text.ts";

/** The fields of plans for the day, for conflicts, changes and what was refused. */
export const planLabels: KindLabels = {
  kind: PLAN,
  name: "Plan for the day",
  pageOf: (job) => planPath(job),
  fields: {
    date: formatTypedDate("Day"),
    leader: formatTyped("Led by"),
    "revisions.*": {
      label: "What the plan says",
      say: (value) => formatIfPresent(planTextOf(readRecord(value)?.["text"]), ({ title }) => title.en),
    },
    "people.*": {
      label: "Person",
      none: "Off the list",
      say: (value) => readText(readRecord(value)?.["name"]) || null,
    },
    "unsigned.*": { ...formatTyped("Why they didn’t sign"), none: "No reason" },
    number: formatTyped("Number"),
  },
};
