/**
 * A due time at an hour of a day, and until when it is shown.
 * @param day "2026-11-20" @param timeZone of the job
 */
export function dueAtHour(
  day: string,
  hour: number,
  timeZone: string,
  shownDays: number,
): { readonly dueAt: Temporal.Instant; readonly endsAt: Temporal.Instant } {
  const dueAt = Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) })
    .toInstant();
  return { dueAt, endsAt: dueAt.add({ hours: 24 * shownDays }) };
}
