import { dayWords, type Moment, moment } from "#platform/time/format.ts";

/**
 * When something was, for a client. A business that never set its zone has UTC, which is nobody's time, so
 * only the day is shown then.
 */
export function momentForClient(at: Temporal.Instant, zone: string): Moment {
  const day = at.toZonedDateTimeISO(zone).toPlainDate();
  return zone === "UTC" ? { words: dayWords(day), iso: at.toString() } : moment(at, zone);
}

/** A deadline, for a client: the day alone if it ends with the day. */
export function deadlineForClient(at: Temporal.Instant, zone: string): Moment {
  const there = at.toZonedDateTimeISO(zone);
  return there.hour === 23 && there.minute === 59
    ? { words: dayWords(there.toPlainDate()), iso: at.toString() }
    : momentForClient(at, zone);
}
