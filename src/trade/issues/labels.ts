import {
  formatPlace,
  formatTyped,
  formatTypedDate,
  type KindLabels,
  oneOf,
  PHOTO_LABELS,
  yesOrNo,
} from "#trade/fieldwork/public.tsx";
import { readRecord, readText } from "#ground/sync/public.ts";
import { issuePath } from "./paths.ts";
import { ACTIONS } from "./rules/action.ts";
import { FIRM } from "./rules/firm.ts";
import { ISSUE, PRIORITIES, PRIORITY_LABELS, STATE_LABELS } from "./rules/issue.ts";
import { REPLY, REPLY_LABELS } from "./rules/reply.ts";
import { TERMS } from "./rules/terms.ts";

/** The fields of issues, for conflicts, changes and what was refused. */
export const issueLabels: readonly KindLabels[] = [
  {
    kind: ISSUE,
    name: "Issue",
    pageOf: (job) => issuePath(job),
    fields: {
      title: formatTyped("Issue"),
      details: formatTyped("Details"),
      where: formatTyped("Where"),
      pin: { label: "On the plan", say: () => "A spot on a plan", none: "Not on a plan" },
      trade: formatTyped("Trade"),
      assignee: {
        label: "Assigned to",
        say: (value) => readText(readRecord(value)?.["name"]) || null,
        none: "Nobody",
      },
      due: formatTypedDate("Due"),
      priority: oneOf("Priority", PRIORITY_LABELS),
      costTo: formatTyped("Charged to"),
      state: oneOf("Status", STATE_LABELS),
      reason: formatTyped("What’s still wrong"),
      blocked: formatTyped("Why it can’t be fixed yet"),
      safety: yesOrNo("Safety action"),
      from: {
        label: "Began with",
        say: () => "A photo, an entry, or an item of a checklist",
        none: "Nothing",
      },
      "photos.*": PHOTO_LABELS,
      place: formatPlace("Where it was"),
      number: formatTyped("Number"),
      told: {
        label: "Sent to the sub",
        say: (value) => readText(readRecord(value)?.["trouble"]) || "Sent",
        none: "Not sent",
      },
    },
  },
  {
    kind: REPLY,
    name: "Reply to an issue",
    fields: {
      issue: { label: "Issue", say: () => "An issue of this job" },
      type: oneOf("What happened", REPLY_LABELS),
      note: formatTyped("Note"),
      by: formatTyped("Sent by link from"),
      "photos.*": PHOTO_LABELS,
      place: formatPlace("Where it was"),
    },
  },
  {
    kind: TERMS,
    name: "Closing issues",
    pageOf: (job) => issuePath(job),
    fields: { needsSecond: yesOrNo("A second person closes"), needsPhoto: yesOrNo("Photo of the fix") },
  },
  {
    kind: ACTIONS,
    name: "Safety actions",
    fields: {
      ...Object.fromEntries(
        PRIORITIES.map((one) => [
          one,
          {
            label: `Days for ${PRIORITY_LABELS[one].toLowerCase()} actions`,
            say: (value: unknown) => (typeof value === "number" ? String(value) : null),
          },
        ]),
      ),
      ...{ needsSecond: yesOrNo("A second person closes"), needsPhoto: yesOrNo("Photo of the fix") },
    },
  },
  {
    kind: FIRM,
    name: "Firm",
    fields: {
      name: formatTyped("Name"),
      trade: formatTyped("Trade"),
      contact: formatTyped("Contact"),
      email: formatTyped("Email"),
      phone: formatTyped("Phone"),
      texts: yesOrNo("Agreed to texts"),
    },
  },
];
