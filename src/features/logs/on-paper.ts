import type { ShapeAsk } from "#features/jobs/public.server.ts";
import type { JobRecord, WrittenCommand } from "#features/sync/public.server.ts";
import { dayWords, timeWords } from "#platform/time/words.ts";
import { dateAt, editorsOf, type LogEntry, type LogPlace, placeWords } from "./rules.ts";

// What paper says of an entry besides what it tells: who wrote it, when it was written and came in, and where.

export const moment = (at: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(at);

/** `Nov 20, 2026, 6:02 PM`, by the job's clocks. @param at milliseconds since 1970 */
export const stamp = (at: number, zone: string): string =>
  `${dayWords(moment(at).toZonedDateTimeISO(zone).toPlainDate())}, ${timeWords(moment(at), zone)}`;

/** `Luis, changed by Dana`: who wrote a record, and whoever else wrote a part of what stands there. */
export function writersOf({ fields }: JobRecord, author: string | null, { nameOf }: Pick<ShapeAsk, "nameOf">): string {
  const others = editorsOf(fields, author).flatMap((one) => nameOf(one) || []);
  return [nameOf(author), others.length > 0 ? `changed by ${others.join(" and ")}` : ""].filter(Boolean).join(", ");
}

/**
 * That an entry is a correction, that it was written late, and that it came in on a later day than it says that it was written on: until
 * then its device alone vouched for it.
 */
export function whenMarks(
  { corrects, isLate, first }: Pick<LogEntry, "corrects"> & { readonly isLate: boolean; readonly first: WrittenCommand },
  date: string,
  zone: string,
): string[] {
  const written = dateAt(first.at, zone);
  const came = first.receivedAt.epochMilliseconds;
  return [
    ...(corrects === null ? [] : ["correction"]),
    ...(isLate ? [`late, written ${stamp(first.at, zone)}`] : []),
    ...(dateAt(came, zone) > (written > date ? written : date) ? [`arrived ${stamp(came, zone)}`] : []),
  ];
}

/** `at 43.61501, -116.20231 ± 8 m`: as the device reported it, where a report says so. */
export const placeMark = (place: LogPlace | null, { places }: Pick<ShapeAsk, "places">): string[] =>
  place && places ? [`at ${placeWords(place)}`] : [];
