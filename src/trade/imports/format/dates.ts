import { dateOf } from "#platform/csv/dates.ts";
import type { ReadOptions } from "./format.ts";

/** Work may be planned years ahead, unlike the day that a person was added. */
const LATEST = Temporal.Instant.from("2100-01-01T00:00:00Z");

/** A day such as "2026-05-01"; null for an empty cell, undefined for an unreadable one. */
export function dayIn(
  text: string,
  { dayFirst, zone }: Pick<ReadOptions, "dayFirst" | "zone">,
): string | null | undefined {
  if (!text) return null;
  return dateOf(text, { dayFirst, zone, now: LATEST })?.toZonedDateTimeISO(zone).toPlainDate().toString();
}
