/** A stretch of one day in minutes since midnight by the wall clock: from `opens` until before `closes`. */
export interface Span {
  readonly opens: number;
  readonly closes: number;
}

/** When something may go out, by the recipient's wall clock. */
export interface Hours {
  /** For Monday to Sunday; null where the day is closed. */
  readonly week: readonly [Span | null, Span | null, Span | null, Span | null, Span | null, Span | null, Span | null];
  /** Whether a day is closed whatever its weekday: holidays. */
  readonly isClosed?: (day: Temporal.PlainDate) => boolean;
}

/** How far ahead an opening is looked for. Hours that never meet in all of somebody's possible zones end here. */
const HORIZON = Temporal.Duration.from({ hours: 24 * 60 });

/**
 * The first moment, not before `at`, that is open in every zone the recipient may be in: where the zone is not certain, all of the
 * possible ones count. An hour that a clock change leaves out opens when the clock is past it; one that comes twice is open twice.
 * @returns undefined where there is none within sixty days
 */
export function nextOpen(at: Temporal.Instant, hours: Hours, zones: readonly string[]): Temporal.Instant | undefined {
  const end = at.add(HORIZON);
  let candidate = at;
  while (Temporal.Instant.compare(candidate, end) < 0) {
    const moved = zones.reduce((moment, zone) => openIn(moment, hours, zone), candidate);
    if (moved.equals(candidate)) return candidate;
    candidate = moved;
  }
  return undefined;
}

/** The moment itself where it is open in a zone, else that zone's next opening. */
function openIn(at: Temporal.Instant, hours: Hours, zone: string): Temporal.Instant {
  const local = at.toZonedDateTimeISO(zone);
  const span = spanOf(local.toPlainDate(), hours);
  const minute = local.hour * 60 + local.minute;
  if (span && minute >= span.opens && minute < span.closes) return at;
  const isLater = span !== null && minute < span.opens;
  for (let day = isLater ? local.toPlainDate() : local.toPlainDate().add({ days: 1 }), looked = 0; looked < 366; looked++) {
    const opening = spanOf(day, hours);
    if (opening) return openingOf(day, opening.opens, zone, at);
    day = day.add({ days: 1 });
  }
  return at.add(HORIZON);
}

const spanOf = (day: Temporal.PlainDate, { week, isClosed }: Hours): Span | null => (isClosed?.(day) ? null : week[day.dayOfWeek - 1]!);

/** The opening of a day; of an hour that comes twice the later one, where the first is over. */
function openingOf(day: Temporal.PlainDate, minutes: number, zone: string, after: Temporal.Instant): Temporal.Instant {
  const clock = day.toPlainDateTime({ hour: Math.trunc(minutes / 60), minute: minutes % 60 });
  const first = clock.toZonedDateTime(zone).toInstant();
  if (Temporal.Instant.compare(first, after) > 0) return first;
  return clock.toZonedDateTime(zone, { disambiguation: "later" }).toInstant();
}
