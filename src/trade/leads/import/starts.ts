import { type Calendar, nextOpen } from "#platform/time/hours.ts";

/** People who begin on the first day of an import's follow-up, and at most on any. */
const FIRST_DAY = 40;
const MOST = 1_000;
/**
 * Each day half as much again: mail providers take a flood for spam, and the owner must be able to answer
 * those who answer.
 */
const GROWTH = 1.5;

/** Some people whose follow-up begins at the same moment. */
export interface Start {
  readonly at: Temporal.Instant;
  /** How many of them. */
  readonly many: number;
}

/**
 * When the follow-up of imported people begins: none of them waits for it, so they begin a few each hour, in
 * the hours in which the business sends, from its next open day on, and more each day. The same for the same
 * numbers, however an import was interrupted.
 * @param first how many of the import have begun before these
 * @param many how many these are
 * @param after nobody begins on this day or before it
 */
export function startsOf(first: number, many: number, after: Temporal.Instant, calendar: Calendar): Start[] {
  const starts: Start[] = [];
  let hours = hoursAfter(after, calendar);
  let place = first;
  let left = many;
  for (let number = 0; left > 0; number++, hours = hoursAfter(hours.at(-1)!, calendar)) {
    const room = Math.min(MOST, Math.floor(FIRST_DAY * GROWTH ** Math.min(number, 30)));
    if (place >= room) {
      place -= room;
      continue;
    }
    for (const [hour, at] of hours.entries()) {
      const until = Math.floor((room * (hour + 1)) / hours.length);
      const here = Math.min(left, until - place);
      if (here <= 0) continue;
      starts.push({ at, many: here });
      place += here;
      left -= here;
      if (left === 0) break;
    }
    place = 0;
  }
  return starts;
}

/** The moments an hour apart at which somebody may begin, on the first open day after a moment's. */
function hoursAfter(moment: Temporal.Instant, calendar: Calendar): [Temporal.Instant, ...Temporal.Instant[]] {
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(calendar.zones[0].zone).toPlainDate();
  const tomorrow = dayOf(moment).add({ days: 1 }).toZonedDateTime(calendar.zones[0].zone).toInstant();
  // Sending hours that a business may choose open somewhere in every week of every zone.
  const opens = nextOpen(tomorrow, calendar)!;
  const hours: [Temporal.Instant, ...Temporal.Instant[]] = [opens];
  for (;;) {
    const next = nextOpen(hours.at(-1)!.add({ hours: 1 }), calendar)!;
    if (!dayOf(next).equals(dayOf(opens))) return hours;
    hours.push(next);
  }
}
