import { type Calendar, type Hours, isOpen, type ZoneHours } from "#platform/time/hours.ts";
import { holidayName } from "#platform/time/holidays.ts";
import { cityOf } from "./city.ts";

/** Formats a time as `9:00 AM`. */
export const formatClock = (at: Temporal.Instant, zone: string): string => {
  const { hour, minute } = at.toZonedDateTimeISO(zone);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
};

/** Formats `Tuesday, November 24`, with the year unless it is the current one. */
function formatDay(day: Temporal.PlainDate, year: number): string {
  return day.toLocaleString("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(day.year === year ? {} : { year: "numeric" }),
  });
}

/** Formats a time as `Tuesday, November 24, 9:00 AM`. */
export const formatMoment = (at: Temporal.Instant, zone: string, year: number): string =>
  `${formatDay(at.toZonedDateTimeISO(zone).toPlainDate(), year)}, ${formatClock(at, zone)}`;

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** More closed days are only counted. */
const MOST_DAYS = 4;

/** Why a step goes at `at` and not at `counted`, after its delay; empty if it doesn't wait. */
export function explainDelay(counted: Temporal.Instant, at: Temporal.Instant, calendar: Calendar): string[] {
  const [{ zone, hours }] = calendar.zones;
  if (Temporal.Instant.compare(at, counted) <= 0) return [];
  const [from, to] = [counted.toZonedDateTimeISO(zone), at.toZonedDateTimeISO(zone)];
  const reasons: string[] = [];
  const closed: { words: string; day: number }[] = [];
  for (
    let day = from.toPlainDate();
    Temporal.PlainDate.compare(day, to.toPlainDate()) < 0 && closed.length < 60;
    day = day.add({ days: 1 })
  ) {
    const words = closedDayName(day, hours);
    if (words) closed.push({ words, day: day.dayOfWeek });
    else if (day.equals(from.toPlainDate())) {
      const span = hours.week[day.dayOfWeek - 1];
      if (span && minutesOf(from) >= span.closes)
        reasons.push(`${WEEKDAYS[day.dayOfWeek - 1]}: your hours end at ${formatMinutes(span.closes)}`);
    }
  }
  if (closed.length > MOST_DAYS) reasons.push(`${closed.length} days when nothing goes out`);
  else reasons.push(...groupClosedDays(closed.map(({ words }) => words)));
  const span = hours.week[to.dayOfWeek - 1];
  if (!reasons.length && span && minutesOf(to) === span.opens)
    reasons.push(`your hours begin at ${formatMinutes(span.opens)}`);
  return reasons;
}

/** `Saturday and Sunday: nothing goes out`, `Thanksgiving: nothing goes out`. */
function groupClosedDays(days: readonly string[]): string[] {
  const names = [...new Set(days)];
  if (!names.length) return [];
  return [
    `${names.length === 1 ? names[0]! : `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`}: nothing goes out`,
  ];
}

/** Null for an open day. */
function closedDayName(day: Temporal.PlainDate, hours: Hours): string | null {
  if (!hours.week[day.dayOfWeek - 1]) return WEEKDAYS[day.dayOfWeek - 1]!;
  return hours.isClosed?.(day) ? (holidayName(day) ?? "a holiday") : null;
}

/** Why a text waits although the owner's hours are open: the zone whose law forbids it. */
export function explainTextDelay(from: Temporal.Instant, at: Temporal.Instant, texts: Calendar): string[] {
  if (Temporal.Instant.compare(at, from) <= 0) return [];
  const last = texts.zones.filter((zone) => !isOpen(at.subtract({ minutes: 1 }), { zones: [zone] }));
  const closedAtStart = texts.zones.filter((zone) => !isOpen(from, { zones: [zone] }));
  const blocking = last.length ? last : closedAtStart;
  if (blocking.length === 0 || blocking.length > 3)
    return ["waits for legal texting hours wherever that number may be"];
  const [first] = blocking;
  const days = closedDays(from, at, first!);
  return [
    ...days,
    `waits for ${blocking.map(({ zone }) => `${formatClock(at, zone)} in ${cityOf(zone)}`).join(" and ")}`,
  ];
}

function closedDays(from: Temporal.Instant, at: Temporal.Instant, { zone, hours }: ZoneHours): string[] {
  const names: string[] = [];
  const end = at.toZonedDateTimeISO(zone).toPlainDate();
  for (
    let day = from.toZonedDateTimeISO(zone).toPlainDate();
    Temporal.PlainDate.compare(day, end) < 0 && names.length < 8;
    day = day.add({ days: 1 })
  ) {
    const words = closedDayName(day, hours);
    if (words) names.push(words);
  }
  return names.length ? [`${[...new Set(names)].join(", ")}: it’s not legal to text ${cityOf(zone)}`] : [];
}

/** Describes a clock change's effect on a step; null if there is none. */
export function describeClockChange(
  before: Temporal.Instant,
  at: Temporal.Instant,
  zone: string,
): string | null {
  const [from, to] = [before.toZonedDateTimeISO(zone), at.toZonedDateTimeISO(zone)];
  const change = to.offsetNanoseconds - from.offsetNanoseconds;
  if (!change) return null;
  const next = from.getTimeZoneTransition("next");
  const day =
    next && Temporal.ZonedDateTime.compare(next, to) <= 0
      ? ` on ${formatDay(next.toPlainDate(), from.year)}`
      : "";
  return `The clocks go ${change > 0 ? "forward" : "back"}${day}; it’s still ${formatClock(at, zone)} by your clock.`;
}

const minutesOf = (at: Temporal.ZonedDateTime) => at.hour * 60 + at.minute;
const formatMinutes = (minutes: number) => {
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${hour % 24 < 12 ? "AM" : "PM"}`;
};
