import { type Fields, readRecord, readText, type Value } from "#ground/sync/public.ts";
import { dayWords, moment } from "#platform/time/format.ts";

// Who entered the dates that decide by when to call OSHA and how many days count. An inspector asks for them,
// and the history of the job has no text of an injury.

const LABELS: Readonly<Record<string, string>> = {
  known: "Learned of it",
  workRelatedKnownAt: "Learned that it was work-related",
  left: "Left the company",
  permanentFrom: "Job changed for good",
  "severe.death": "Death",
  "severe.hospitalization": "Hospital admission",
  "severe.amputation": "Amputation",
  "severe.eye-loss": "Loss of an eye",
};

export interface DateEntered {
  /** Of its command: unique with the label. */
  readonly key: string;
  readonly label: string;
  /** "Nov 10, 2026, for another reason"; "removed" for nothing. */
  readonly says: string;
  readonly by: string;
  /** When it was entered, in words. */
  readonly at: string;
  /** Whether another value replaced it. */
  readonly isEarlier: boolean;
}

const day = (text: string): string => dayWords(Temporal.PlainDate.from(text));

function say(field: string, value: unknown, zone: string): string {
  if (value === null || value === undefined) return "removed";
  const at = (text: unknown): string => moment(Temporal.Instant.from(readText(text)), zone).words;
  const read = readRecord(value);
  if (field === "left")
    return `${day(readText(read?.["on"]))}, ${read?.["because"] === "injury" ? "because of the injury" : "for another reason"}`;
  if (field === "permanentFrom") return day(readText(value));
  return read ? `${at(read["outcomeAt"])}, learned of ${at(read["knownAt"])}` : at(value);
}

const valuesOf = (fields: Fields): { field: string; value: Value; isEarlier: boolean }[] =>
  Object.keys(LABELS).flatMap((field) => {
    const { values = [], earlier = [] } = fields[field] ?? {};
    return [...values, ...earlier].map((value, at) => ({ field, value, isEarlier: at > 0 }));
  });

/** Ids of the people who entered these dates. */
export const authorsOfDates = (fields: Fields): string[] =>
  valuesOf(fields).flatMap(({ value: { author } }) => author ?? []);

/** What was entered and by whom, the newest first. @param nameOf a person by id */
export const historyOfDates = (fields: Fields, zone: string, nameOf: (id: string) => string): DateEntered[] =>
  valuesOf(fields)
    .toSorted((one, other) => other.value.at - one.value.at)
    .map(({ field, value: { value, by, at, author }, isEarlier }) => ({
      ...{ key: `${field} ${by}`, label: LABELS[field]!, says: say(field, value, zone), isEarlier },
      by: author === null ? "Plumbline" : nameOf(author),
      at: moment(Temporal.Instant.fromEpochMilliseconds(at), zone).words,
    }));
