import {
  readDate,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";
import { CASE_TYPES, type CaseType } from "../forms/summary.ts";
import { REPORT_HOURS, type SevereKind } from "../rules/clocks.ts";
import type { DayCase, Spell } from "../rules/days.ts";
import { PRIVACY_QUESTIONS, type PrivacyAnswers, type PrivacyKey } from "../rules/privacy.ts";
import {
  type CaseAnswers,
  DIAGNOSES,
  EXCEPTIONS,
  NEW_CASE_OPINIONS,
  PLACES,
  type QuestionKey,
  QUESTIONS,
  SPECIAL_CASES,
  TRIPS,
} from "../rules/questions.ts";
import { type Treatment, TREATMENT_KEYS } from "../rules/treatments.ts";
import { type Answer, ANSWERS } from "../rules/truth.ts";

/** The record of an injury or illness. Owners and the people they name read it, nobody else. */
export const INJURY = "safety.confidential-injury";

/** Characters. */
export const LONGEST = { name: 120, title: 120, line: 255, text: 4_000 } as const;
/** All are in one command, with their signatures. */
export const MOST_WITNESSES = 6;
export const MOST_SPELLS = 40;
/** "07:30", in 24 hours. */
export const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** What form 301 asks beyond what was reported, as the office types it. */
export const FORM_KEYS = [
  ...(["born", "hired", "sex", "street", "city", "state", "zip"] as const),
  ...(["physician", "facility", "facilityAddress", "inEmergencyRoom", "overnight", "startedWork"] as const),
  ...(["object", "died", "type", "logWhere", "logWhat"] as const),
  ...(["completedBy", "completedTitle", "completedPhone", "completedOn"] as const),
] as const;
export type FormKey = (typeof FORM_KEYS)[number];

/** Choices of a question that isn't answered by yes or no; undefined for those that are. */
export const CHOICES: Partial<Record<QuestionKey, Readonly<Record<string, { readonly label: string }>>>> = {
  ...{ place: PLACES, trip: TRIPS, exception: EXCEPTIONS, newCaseOpinion: NEW_CASE_OPINIONS },
  ...{ diagnosis: DIAGNOSES, special: SPECIAL_CASES },
};

/** What can be answered to a question, "unknown" too. */
export const answersTo = (key: QuestionKey): readonly string[] => [
  ...(CHOICES[key] ? Object.keys(CHOICES[key]) : ANSWERS.filter((one) => one !== "unknown")),
  "unknown",
];

/** Answers about how it happened that can make a call to OSHA unnecessary: 1904.39(b)(3), (4) and (10). */
export const ROAD_KEYS = ["publicRoad", "workZone", "transit", "observationOnly"] as const;
export type RoadKey = (typeof ROAD_KEYS)[number];

export interface Witness {
  readonly key: string;
  readonly name: string;
  readonly says: string;
  readonly drawing: unknown;
}

export interface SevereOutcome {
  readonly kind: SevereKind;
  /** ISO moments. */
  readonly outcomeAt: string;
  readonly knownAt: string;
}

/** A call to OSHA that was made. */
export interface ReportMade {
  /** ISO moment. */
  readonly at: string;
  readonly by: string;
  /** Who took it, or its number; "" if nobody wrote it down. */
  readonly to: string;
}

export interface Injury {
  /** "INC-2026-001"; null until the server has given it. */
  readonly number: string | null;
  /** "2026-11-01", where the job is. */
  readonly date: string;
  /** "23:50"; null if it can’t be determined. */
  readonly time: string | null;
  /** IANA zone of the place, "America/Chicago". */
  readonly zone: string;
  /** ISO moment at which the business learned of it. */
  readonly knownAt: string;
  readonly name: string;
  readonly title: string;
  readonly what: string;
  /** What the person was doing just before. */
  readonly before: string;
  readonly where: string;
  /** The injury in words. */
  readonly injury: string;
  /** Keys of `rules/body.ts`. */
  readonly parts: readonly string[];
  /** What was done right away. */
  readonly done: string;
  readonly witnesses: readonly Witness[];
  readonly severe: readonly SevereOutcome[];
  readonly reports: Readonly<Partial<Record<SevereKind, ReportMade>>>;
  readonly roads: Readonly<Record<RoadKey, Answer>>;
  /** When the business learned that it was work-related; null if that was clear. */
  readonly workRelatedKnownAt: string | null;
  readonly answers: CaseAnswers;
  readonly privacy: PrivacyAnswers;
  readonly days: DayCase;
  readonly spells: readonly (Spell & { readonly key: string })[];
  readonly form: Readonly<Record<FormKey, string>>;
  readonly type: CaseType | null;
  /** ISO moment when the log and form 301 were filled in. */
  readonly formsAt: string | null;
  /** Answers to “Why?”, one after another. */
  readonly whys: readonly string[];
  /** Ids of the corrective actions. */
  readonly actions: readonly string[];
  /** ISO moment; null while it is open. */
  readonly closedAt: string | null;
}

const answerOf = (value: unknown): Answer => readOneOf(ANSWERS, value) ?? "unknown";

/** Fields of a group, "parts." and what follows. */
const group = (values: Values, prefix: string): [string, unknown][] =>
  Object.entries(values)
    .filter(([field]) => field.startsWith(prefix))
    .map(([field, value]): [string, unknown] => [field.slice(prefix.length), value])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
const marked = (values: Values, prefix: string): string[] =>
  group(values, prefix).flatMap(([key, value]) => (value === true ? [key] : []));

function spellOf([key, value]: [string, unknown]): (Spell & { readonly key: string })[] {
  const read = readRecord(value);
  const kind = readOneOf(["away", "restricted"] as const, read?.["kind"]);
  const from = readDate(read?.["from"]);
  if (!kind || !from) return [];
  return [{ key, kind, from, to: readDate(read?.["to"]), expectedTo: readDate(read?.["expectedTo"]) }];
}

/** Reads an injury from the values of its record. */
export function injuryOf(values: Values): Injury {
  const [when, person] = [readRecord(values["when"]), readRecord(values["person"])];
  const date = readDate(when?.["date"]) ?? "";
  const time = readText(when?.["time"]);
  const spells = group(values, "spells.").flatMap(spellOf);
  const left = readRecord(values["left"]);
  const leftOn = readDate(left?.["on"]);
  const form = Object.fromEntries(
    FORM_KEYS.map((key) => [key, readText(values[`form.${key}`])]),
  ) as Injury["form"];
  return {
    ...{ number: readTextOrNull(values["number"]), date, time: TIME.test(time) ? time : null },
    ...{ zone: readText(when?.["zone"]) || "UTC", knownAt: readText(values["known"]) },
    ...{ name: readText(person?.["name"]), title: readText(person?.["title"]) },
    ...{ what: readText(values["what"]), before: readText(values["before"]) },
    ...{ where: readText(values["where"]), injury: readText(values["injury"]) },
    ...{ parts: marked(values, "parts."), done: readText(values["done"]) },
    witnesses: group(values, "witnesses.").flatMap(([key, value]) => {
      const read = readRecord(value);
      const name = readText(read?.["name"]);
      return name ? [{ key, name, says: readText(read?.["says"]), drawing: read?.["drawing"] ?? null }] : [];
    }),
    severe: (Object.keys(REPORT_HOURS) as SevereKind[]).flatMap((kind) => {
      const read = readRecord(values[`severe.${kind}`]);
      const [outcomeAt, knownAt] = [readText(read?.["outcomeAt"]), readText(read?.["knownAt"])];
      return outcomeAt && knownAt ? [{ kind, outcomeAt, knownAt }] : [];
    }),
    reports: Object.fromEntries(
      (Object.keys(REPORT_HOURS) as SevereKind[]).flatMap((kind) => {
        const read = readRecord(values[`reported.${kind}`]);
        const at = readText(read?.["at"]);
        return at ? [[kind, { at, by: readText(read?.["by"]), to: readText(read?.["to"]) }]] : [];
      }),
    ),
    roads: Object.fromEntries(
      ROAD_KEYS.map((key) => [key, answerOf(values[`roads.${key}`])]),
    ) as Injury["roads"],
    workRelatedKnownAt: readTextOrNull(values["workRelatedKnownAt"]),
    answers: answersOf(values),
    privacy: Object.fromEntries(
      (Object.keys(PRIVACY_QUESTIONS) as PrivacyKey[]).map((key) => [
        key,
        answerOf(values[`privacy.${key}`]),
      ]),
    ) as PrivacyAnswers,
    days: {
      ...{ incidentOn: date, spells },
      left: leftOn ? { on: leftOn, because: left?.["because"] === "injury" ? "injury" : "other" } : null,
      permanentFrom: readDate(values["permanentFrom"]),
    },
    ...{ spells, form, type: CASE_TYPES.find((one) => String(one) === form.type) ?? null },
    formsAt: readTextOrNull(values["formsAt"]),
    whys: group(values, "whys.").flatMap(([, value]) => readTextOrNull(value) ?? []),
    ...{ actions: marked(values, "actions."), closedAt: readTextOrNull(values["closed"]) },
  };
}

/** What the office answered; everything else is unknown. */
function answersOf(values: Values): CaseAnswers {
  const plain = Object.fromEntries(
    (Object.keys(QUESTIONS) as QuestionKey[]).map((key) => [
      key,
      readOneOf(answersTo(key), values[`answers.${key}`]) ?? "unknown",
    ]),
  ) as unknown as CaseAnswers;
  const treatments = TREATMENT_KEYS.filter((key: Treatment) => values[`treatments.${key}`] === true);
  return { ...plain, treatments };
}
