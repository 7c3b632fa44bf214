import type { JobRecord, WrittenCommand } from "#ground/sync/public.server.ts";
import { dayWords, formatTime } from "#platform/time/format.ts";
import { dateAt } from "../entries/late-rules.ts";
import { editorsOf } from "../entries/written-rules.ts";
import { formatPlaceLine, type Place } from "../place/place.ts";

// What reports say beside an entry: who wrote it, when, when it arrived, and where.

const moment = (at: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(at);

/**
 * `Nov 20, 2026, 6:02 PM`, in the job's time zone.
 * @param at milliseconds since 1970
 */
export const stamp = (at: number, zone: string): string =>
  `${dayWords(moment(at).toZonedDateTimeISO(zone).toPlainDate())}, ${formatTime(moment(at), zone)}`;

/** `Luis, changed by Dana`: the author, and others who wrote a current value. */
export function writersOf(
  { fields }: JobRecord,
  author: string | null,
  { nameOf }: { nameOf(person: string | null): string },
): string {
  const others = editorsOf(fields, author).flatMap((one) => nameOf(one) || []);
  return [nameOf(author), others.length > 0 ? `changed by ${others.join(" and ")}` : ""]
    .filter(Boolean)
    .join(", ");
}

/**
 * Marks corrections, late entries, and entries that arrived on a later day: until then only the device's
 * clock vouches for their time.
 */
export function whenMarks(
  {
    corrects,
    isLate,
    first,
  }: { readonly corrects: string | null; readonly isLate: boolean; readonly first: WrittenCommand },
  date: string,
  zone: string,
): string[] {
  const written = dateAt(first.at, zone);
  const arrivedAt = first.receivedAt.epochMilliseconds;
  return [
    ...(corrects === null ? [] : ["correction"]),
    ...(isLate ? [`late, written ${stamp(first.at, zone)}`] : []),
    ...(dateAt(arrivedAt, zone) > (written > date ? written : date)
      ? [`arrived ${stamp(arrivedAt, zone)}`]
      : []),
  ];
}

/** `at 43.61501, -116.20231 ± 8 m`, if the report includes places. */
export const placeMark = (place: Place | null, { places }: { readonly places: boolean }): string[] =>
  place && places ? [`at ${formatPlaceLine(place)}`] : [];

/** Falls back to when it was written; milliseconds since 1970. */
export function momentOfEntry(occurredAt: string | null, written: number): number {
  const at = occurredAt === null ? Number.NaN : Date.parse(occurredAt);
  return Number.isNaN(at) ? written : at;
}

export const paragraphs = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((one) => one.trim())
    .filter(Boolean);
export const firstLine = (text: string): string => text.split("\n")[0]?.trim() ?? "";
