import {
  formatMoment,
  formatPlace,
  formatTyped,
  formatTypedDate,
  type KindLabels,
  PHOTO_LABELS,
  yesOrNo,
} from "#trade/fieldwork/public.tsx";
import { isConfidential, readRecord, readText } from "#ground/sync/public.ts";
import { incidentsPath } from "./paths.ts";
import { INJURY } from "./stored/injury.ts";
import { NEAR_MISS } from "./stored/near-miss.ts";

type FieldLabels = KindLabels["fields"][string];

/** One text of a value with several. */
const part = (label: string, name: string): FieldLabels => ({
  label,
  say: (value) => readText(readRecord(value)?.[name]) || null,
});
/** What nobody needs word for word where a change is listed: it may be read over a shoulder. */
const answered = (label: string): FieldLabels => ({ label, say: () => "Answered", none: "Not answered" });

const WHEN: FieldLabels = {
  label: "When",
  say: (value) => {
    const read = readRecord(value);
    return [readText(read?.["date"]), readText(read?.["time"])].filter(Boolean).join(", ") || null;
  },
};

const LEFT: FieldLabels = {
  label: "Left the company",
  none: "Still there",
  say: (value) => {
    const { on, because } = readRecord(value) ?? {};
    return [readText(on), because === "injury" ? "because of the injury" : "for another reason"].join(", ");
  },
};

const SHARED = {
  ...{ when: WHEN, what: formatTyped("What happened"), where: formatTyped("Where") },
  ...{ done: formatTyped("Done right away"), "photos.*": PHOTO_LABELS, place: formatPlace("Where it was") },
  ...{ closed: formatMoment("Closed"), number: formatTyped("Number") },
};

/** The fields of injuries and near misses, for conflicts, changes and what was refused. */
export const incidentLabels: readonly KindLabels[] = [
  {
    kind: INJURY,
    name: "Injury",
    pageOf: (job) => incidentsPath(job),
    fields: {
      ...SHARED,
      ...{ known: formatMoment("Known since"), person: part("Who was hurt", "name") },
      ...{ before: formatTyped("Just before"), injury: formatTyped("Injury") },
      ...{ "parts.*": yesOrNo("Part of the body", "Marked", "Not marked") },
      ...{ "witnesses.*": part("Witness", "name"), "severe.*": answered("What OSHA must hear of") },
      ...{ "answers.*": answered("Answer for the log"), "treatments.*": yesOrNo("Treatment") },
      ...{ "privacy.*": answered("Answer about privacy"), "roads.*": answered("Answer about the call") },
      ...{ workRelatedKnownAt: formatMoment("Known to be work-related") },
      ...{ "reported.*": part("Reported to OSHA by", "by"), "spells.*": part("Days from", "from") },
      ...{ left: LEFT, permanentFrom: formatTypedDate("Job changed for good") },
      ...{ "form.*": answered("Form 301"), formsAt: formatMoment("Forms filled in") },
      ...{ "whys.*": formatTyped("Why"), "actions.*": yesOrNo("Action", "Linked", "Not linked") },
    },
    mayKeep: (record) => (isConfidential(record.kind) ? "The office decides this." : null),
  },
  {
    kind: NEAR_MISS,
    name: "Near miss",
    pageOf: (job) => incidentsPath(job),
    fields: { ...SHARED, anonymous: yesOrNo("Without a name") },
  },
];
