import { type Stretch, stretchAt } from "./zone-clock.ts";

/** A part of a day in minutes since midnight by the wall clock: from `opens` until before `closes`. */
export interface Span {
  readonly opens: number;
  readonly closes: number;
}

/** When something may be sent, by one zone's wall clock. */
export interface Hours {
  /** Monday to Sunday; null for a closed day. */
  readonly week: readonly [
    Span | null,
    Span | null,
    Span | null,
    Span | null,
    Span | null,
    Span | null,
    Span | null,
  ];
  /** Whether a day is closed whatever its weekday: holidays. */
  readonly isClosed?: (day: Temporal.PlainDate) => boolean;
}

/** A zone that may be the recipient's, with its hours. */
export interface ZoneHours {
  readonly zone: string;
  readonly hours: Hours;
}

/**
 * When a recipient may be written to: every zone that may be theirs, each with its own hours. The first
 * counts days.
 */
export interface Calendar {
  readonly zones: readonly [ZoneHours, ...ZoneHours[]];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How far ahead to search for an opening, in case the hours of the possible zones never overlap. */
const HORIZON = 60 * DAY;

/**
 * The first instant, not before `at`, that is open in every zone the recipient may be in. Hours that begin in
 * a gap of a clock change begin with the first minute after it; an hour that occurs twice is open twice.
 * @returns undefined if there is none within sixty days
 */
export function nextOpen(at: Temporal.Instant, { zones }: Calendar): Temporal.Instant | undefined {
  // Hours begin and end on whole minutes, so milliseconds are precise enough.
  const start = at.epochMilliseconds;
  const end = start + HORIZON;
  for (let candidate = start; candidate < end;) {
    let moved = candidate;
    for (const each of zones) moved = openIn(moved, each, end);
    if (moved === candidate) return moved === start ? at : Temporal.Instant.fromEpochMilliseconds(moved);
    candidate = moved;
  }
  return undefined;
}

/** Whether an instant is open in every zone the recipient may be in. */
export function isOpen(at: Temporal.Instant, { zones }: Calendar): boolean {
  const moment = at.epochMilliseconds;
  return zones.every((each) => openIn(moment, each, moment + 1) === moment);
}

/** A week built day by day, from Monday, 0, to Sunday, 6. */
export const weekOf = (spanOf: (day: number) => Span | null): Hours["week"] => [
  spanOf(0),
  spanOf(1),
  spanOf(2),
  spanOf(3),
  spanOf(4),
  spanOf(5),
  spanOf(6),
];

/** The hours in which both are open. */
export function bothOpen(one: Hours, other: Hours): Hours {
  const week = weekOf((day) => {
    const [span, also] = [one.week[day], other.week[day]];
    if (!span || !also) return null;
    const [opens, closes] = [Math.max(span.opens, also.opens), Math.min(span.closes, also.closes)];
    return opens < closes ? { opens, closes } : null;
  });
  const closings = [one.isClosed, other.isClosed].filter((isClosed) => isClosed !== undefined);
  return closings.length ? { week, isClosed: (day) => closings.some((isClosed) => isClosed(day)) } : { week };
}

/** Adds a zone's hours; combined with existing hours of the zone, both apply. */
export function withHours(zones: readonly ZoneHours[], { zone, hours }: ZoneHours): ZoneHours[] {
  if (!zones.some((each) => each.zone === zone)) return [...zones, { zone, hours }];
  return zones.map((each) => (each.zone === zone ? { zone, hours: bothOpen(each.hours, hours) } : each));
}

/**
 * `at` if it is open in a zone, else that zone's next opening; `end` if there is none before it. Epoch
 * milliseconds.
 */
function openIn(at: number, { zone, hours }: ZoneHours, end: number): number {
  // Between two clock changes the wall clock runs evenly, so plain arithmetic is exact and gaps and repeated
  // hours need no rule.
  for (let from = at; from < end;) {
    const stretch = stretchAt(zone, from);
    const opens = openWithin(from, Math.min(stretch.until, end), stretch, hours);
    if (opens !== undefined) return opens;
    from = stretch.until;
  }
  return end;
}

function openWithin(from: number, until: number, { offset }: Stretch, hours: Hours): number | undefined {
  for (let day = Math.floor((from + offset) / DAY); day * DAY - offset < until; day++) {
    const span = spanOf(day, hours);
    if (!span) continue;
    const midnight = day * DAY - offset;
    const opens = Math.max(from, midnight + span.opens * MINUTE);
    if (opens < midnight + span.closes * MINUTE && opens < until) return opens;
  }
  return undefined;
}

/** The hours of a day, counted from January 1, 1970, a Thursday. */
function spanOf(day: number, { week, isClosed }: Hours): Span | null {
  const span = week[(((day + 3) % 7) + 7) % 7] ?? null;
  return span && isClosed?.(EPOCH.add({ days: day })) ? null : span;
}

const EPOCH = Temporal.PlainDate.from("1970-01-01");
