import type { OpeningHours } from "#ground/businesses/public.ts";

/** Where a visit is: at the client's, at the business's, or by phone. */
export const PLACES = ["theirs", "ours", "phone"] as const;
export type Place = (typeof PLACES)[number];

/** A day with hours of its own; null hours for a day off. */
export interface DayException {
  /** ISO date in the business's zone. */
  readonly day: string;
  readonly hours: { readonly from: string; readonly to: string } | null;
}

/** Days ahead that a business can choose at most. */
export const LONGEST_AHEAD = 90;

/** How a business takes visits. */
export interface VisitSettings {
  readonly isOpen: boolean;
  /** What clients book, such as "Estimate visit". */
  readonly name: string;
  readonly week: OpeningHours;
  readonly exceptions: readonly DayException[];
  readonly lengthMinutes: number;
  /** Between two visits. */
  readonly travelMinutes: number;
  /** How soon a client may book. */
  readonly noticeHours: number;
  /** How far ahead. */
  readonly aheadDays: number;
  readonly places: readonly Place[];
  /** How long before a visit the client is reminded; 0 for not at all. */
  readonly remindHours: number;
}

export const STATES = ["booked", "canceled", "missed"] as const;
export type VisitState = (typeof STATES)[number];

/** Who changes a visit. */
export type Actor = "client" | "business";

/** What a business that has set nothing up starts from. */
export const defaultSettings = (hours: OpeningHours | null): VisitSettings => ({
  isOpen: false,
  name: "Estimate visit",
  week: hours ?? [...Array.from({ length: 5 }, () => ({ from: "09:00", to: "17:00" })), null, null],
  exceptions: [],
  lengthMinutes: 60,
  travelMinutes: 30,
  noticeHours: 24,
  aheadDays: 30,
  places: ["theirs"],
  remindHours: 24,
});

/** A stretch of time in epoch milliseconds: from `from` until before `until`. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

export interface FreeDay {
  /** ISO date in the business's zone. */
  readonly day: string;
  readonly starts: readonly Temporal.Instant[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Visits start on these minutes after the day's opening. */
const STEP_MINUTES = 30;

/**
 * The days on which a visit can still start, in order, with its possible starts.
 * @param busy in order of `from`: other visits with the way to the next one, and other appointments
 * @param of.zone the business's; hours are by its wall clock
 * @param of.from the first day, an ISO date; default today
 * @param of.most how many days to find
 */
export function freeDays(
  settings: VisitSettings,
  busy: readonly Stretch[],
  of: {
    readonly zone: string;
    readonly now: Temporal.Instant;
    readonly from?: string | undefined;
    readonly most: number;
  },
): FreeDay[] {
  const { zone, now, from, most } = of;
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const last = today.add({ days: settings.aheadDays });
  const soonest = now.epochMilliseconds + settings.noticeHours * HOUR;
  const days: FreeDay[] = [];
  let day = from === undefined ? today : later(today, Temporal.PlainDate.from(from));
  for (; days.length < most && Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    const starts = startsOf(day, settings, zone).filter(
      (start) => start >= soonest && isFree(start, settings, busy),
    );
    if (starts.length > 0)
      days.push({
        day: day.toString(),
        starts: starts.map((at) => Temporal.Instant.fromEpochMilliseconds(at)),
      });
  }
  return days;
}

/** Whether a visit may start then. */
export function mayStart(
  at: Temporal.Instant,
  settings: VisitSettings,
  busy: readonly Stretch[],
  of: { readonly zone: string; readonly now: Temporal.Instant },
): boolean {
  const day = at.toZonedDateTimeISO(of.zone).toPlainDate().toString();
  const [free] = freeDays(settings, busy, { ...of, from: day, most: 1 });
  return free?.day === day && free.starts.some((start) => start.equals(at));
}

const later = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) < 0 ? other : one;

/**
 * A day's starts by its hours alone. Counted from the opening in real time, so on a day of a clock change an
 * hour that doesn't exist is left out and an hour that occurs twice has both.
 */
function startsOf(day: Temporal.PlainDate, settings: VisitSettings, zone: string): number[] {
  const hours = hoursOf(day, settings);
  if (!hours) return [];
  const at = (time: string) =>
    day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
  const end = at(hours.to) - settings.lengthMinutes * MINUTE;
  const starts: number[] = [];
  for (let start = at(hours.from); start <= end; start += STEP_MINUTES * MINUTE) starts.push(start);
  return starts;
}

function hoursOf(day: Temporal.PlainDate, { week, exceptions }: VisitSettings) {
  const own = exceptions.find((exception) => exception.day === day.toString());
  return own ? own.hours : (week[day.dayOfWeek - 1] ?? null);
}

/** The visit and the way after it must fit between others, as the database enforces too. */
function isFree(start: number, settings: VisitSettings, busy: readonly Stretch[]): boolean {
  const until = start + (settings.lengthMinutes + settings.travelMinutes) * MINUTE;
  return !busy.some((other) => other.from < until && start < other.until);
}
