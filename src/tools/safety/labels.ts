import {
  formatIfPresent,
  formatMoment,
  formatPlace,
  formatTyped,
  formatTypedDate,
  type KindLabels,
  oneOf,
  yesOrNo,
} from "#trade/fieldwork/public.tsx";
import { readRecord, readText } from "#ground/sync/public.ts";
import { PLAN } from "./hazards/plan.ts";
import { planPath } from "./paths.ts";
import { CLOCK, clockOf, describeClock } from "./rules/clock.ts";
import { SIGN, type SignedOn, TALK } from "./rules/talk.ts";
import { LANGUAGE_NAMES, textOf } from "./rules/text.ts";

const ON_LABELS: Readonly<Record<SignedOn, string>> = {
  passed: "On the phone that was passed around",
  own: "On their own phone",
};

const VERSION = {
  label: "Version of the words",
  say: (value: unknown) => (typeof value === "string" ? `SHA-256 ${value.slice(0, 12)}…` : null),
};

/** The fields of talks, signatures and reminders, for conflicts, changes and what was refused. */
export const talkLabels: readonly KindLabels[] = [
  {
    kind: TALK,
    name: "Toolbox talk",
    pageOf: (job) => `/account/job/${job}/safety`,
    fields: {
      date: formatTypedDate("Day"),
      text: { label: "Talk", say: (value) => formatIfPresent(textOf(value), ({ title }) => title.en) },
      version: VERSION,
      "languages.*": yesOrNo(
        ({ rest }) => (rest === "es" ? LANGUAGE_NAMES.es : LANGUAGE_NAMES.en),
        "Read in it",
        "Not read in it",
      ),
      leader: formatTyped("Led by"),
      notes: formatTyped("What we agreed on"),
      "people.*": {
        label: "Person",
        none: "Off the list",
        say: (value) => readText(readRecord(value)?.["name"]) || null,
      },
      "unsigned.*": { ...formatTyped("Why they didn’t sign"), none: "No reason" },
      finishedAt: formatMoment("Finished"),
      place: formatPlace("Where it was"),
      number: formatTyped("Number"),
    },
  },
  {
    kind: SIGN,
    name: "Signature",
    partOf: { field: "talk", kinds: [TALK, PLAN] },
    pageOf: (job, { talk }, partOf) =>
      partOf === PLAN
        ? planPath(job, readText(talk))
        : `/account/job/${job}/safety${readText(talk) ? `/${readText(talk)}` : ""}`,
    fields: {
      // The values are ids.
      talk: { label: "What was signed", say: () => "A talk or plan of this job" },
      person: { label: "Person", say: () => "A person on its list" },
      name: formatTyped("Name"),
      drawing: { label: "Signature", say: () => "Drawn", none: "Typed" },
      at: formatMoment("Signed"),
      language: oneOf("Language", LANGUAGE_NAMES),
      version: VERSION,
      on: oneOf("Where they signed", ON_LABELS),
      device: formatTyped("Phone"),
      voided: formatTyped("Why it doesn’t count"),
    },
  },
  {
    kind: CLOCK,
    name: "Talk reminder",
    pageOf: (job) => `/account/job/${job}/safety/clock`,
    fields: {
      clock: {
        label: "How often",
        none: "No reminder",
        say: (clock) => formatIfPresent(clockOf({ clock }), describeClock),
      },
      since: formatTypedDate("Counted from"),
    },
  },
];
