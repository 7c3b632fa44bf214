import { type Calendar, nextOpen } from "#platform/time/hours.ts";

/** How many people start follow-up on an import's first day, and at most on any day. */
const FIRST_DAY = 40;
const MOST = 1_000;
/**
 * Growth per day. A sudden flood looks like spam to mail providers, and the owner has to keep up with
 * replies.
 */
const GROWTH = 1.5;

export interface Start {
  readonly at: Temporal.Instant;
  readonly many: number;
}

/**
 * When the follow-up of imported people starts. They don't expect it, so a few start each hour, during
 * sending hours, from the next open day on, and more each day. Depends only on its arguments, so an
 * interrupted import gets the same times.
 * @param first how many people of the import came before these
 * @param many how many these are
 * @param after nobody starts on this day or earlier
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
      const batch = Math.min(left, until - place);
      if (batch <= 0) continue;
      starts.push({ at, many: batch });
      place += batch;
      left -= batch;
      if (left === 0) break;
    }
    place = 0;
  }
  return starts;
}

/** Hourly starting times on the first open day after a moment. */
function hoursAfter(moment: Temporal.Instant, calendar: Calendar): [Temporal.Instant, ...Temporal.Instant[]] {
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(calendar.zones[0].zone).toPlainDate();
  const tomorrow = dayOf(moment).add({ days: 1 }).toZonedDateTime(calendar.zones[0].zone).toInstant();
  // Never null: every selectable schedule opens at least once a week.
  const opens = nextOpen(tomorrow, calendar)!;
  const hours: [Temporal.Instant, ...Temporal.Instant[]] = [opens];
  for (;;) {
    const next = nextOpen(hours.at(-1)!.add({ hours: 1 }), calendar)!;
    if (!dayOf(next).equals(dayOf(opens))) return hours;
    hours.push(next);
  }
}
