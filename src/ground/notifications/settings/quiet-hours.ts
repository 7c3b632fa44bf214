/** When a person wants nothing to ring, in their zone: "21:00" to "07:00". */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

export const USUAL_QUIET = { from: "21:00", to: "07:00" } as const;

/** When something that happens at `at` may ring: then, or when the quiet hours end that it falls into. */
export function ringsAt(at: Temporal.Instant, quiet: QuietHours | null): Temporal.Instant {
  if (!quiet || quiet.from === quiet.to) return at;
  const local = at.toZonedDateTimeISO(quiet.zone);
  const [from, to] = [Temporal.PlainTime.from(quiet.from), Temporal.PlainTime.from(quiet.to)];
  const isAfter = (time: Temporal.PlainTime) => Temporal.PlainTime.compare(local.toPlainTime(), time) >= 0;
  const isOvernight = Temporal.PlainTime.compare(from, to) > 0;
  const isQuiet = isOvernight ? isAfter(from) || !isAfter(to) : isAfter(from) && !isAfter(to);
  if (!isQuiet) return at;
  const day = isOvernight && isAfter(from) ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate();
  const end = day.toZonedDateTime({ timeZone: quiet.zone, plainTime: to }).toInstant();
  // The end may be in an hour that the clock repeats: it is never before what happened.
  return Temporal.Instant.compare(end, at) > 0 ? end : at;
}
