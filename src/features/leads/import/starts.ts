/** People who begin on the first day of an import's follow-up, and at most on any. */
const FIRST_DAY = 40;
const MOST = 1_000;
/** Each day half as much again: mail providers take a flood for spam, and the owner must be able to answer those who answer. */
const GROWTH = 1.5;
const [FROM_HOUR, TO_HOUR] = [9, 17];

/** Some people whose follow-up begins at the same moment. */
export interface Start {
  readonly at: Temporal.Instant;
  /** How many of them. */
  readonly many: number;
}

/**
 * When the follow-up of imported people begins: none of them waits for it, so they begin a few each hour, 9 to 5 on working days from the
 * next one, and more each day. The same for the same numbers, however an import was interrupted.
 * @param first how many of the import have begun before these
 * @param many how many these are
 * @param after nobody begins on this day or before it
 */
export function startsOf(first: number, many: number, after: Temporal.Instant, zone: string): Start[] {
  const starts: Start[] = [];
  let day = nextWorkingDay(after.toZonedDateTimeISO(zone).toPlainDate());
  let place = first;
  let left = many;
  for (let number = 0; left > 0; number++, day = nextWorkingDay(day)) {
    const room = Math.min(MOST, Math.floor(FIRST_DAY * GROWTH ** Math.min(number, 30)));
    if (place >= room) {
      place -= room;
      continue;
    }
    const hours = TO_HOUR - FROM_HOUR;
    for (let hour = 0; hour < hours && left > 0; hour++) {
      const until = Math.floor((room * (hour + 1)) / hours);
      const here = Math.min(left, until - place);
      if (here <= 0) continue;
      const moment = day.toZonedDateTime({ timeZone: zone, plainTime: { hour: FROM_HOUR + hour } });
      starts.push({ at: moment.toInstant(), many: here });
      place += here;
      left -= here;
    }
    place = 0;
  }
  return starts;
}

function nextWorkingDay(day: Temporal.PlainDate): Temporal.PlainDate {
  let next = day.add({ days: 1 });
  while (next.dayOfWeek > 5) next = next.add({ days: 1 });
  return next;
}
