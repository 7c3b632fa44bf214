/** The day of a moment. @returns "2026-11-28" */
export const todayAt = (now: Temporal.Instant, zone: string): string =>
  now.toZonedDateTimeISO(zone).toPlainDate().toString();

/** The last second of a day. @param day "2026-12-31" */
export const endOfDay = (day: string, zone: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).toInstant().subtract({ seconds: 1 });
