import { formatTime } from "#platform/time/format.ts";

/** A day in a business's calendar, with its start and end. */
export interface Day {
  readonly date: Temporal.PlainDate;
  readonly starts: Temporal.Instant;
  readonly ends: Temporal.Instant;
}

/** The calendar day at a moment in a zone. A day with a clock change has its real length. */
export function dayAt(now: Temporal.Instant, zone: string): Day {
  const date = now.toZonedDateTimeISO(zone).toPlainDate();
  return {
    date,
    starts: date.toZonedDateTime(zone).toInstant(),
    ends: date.add({ days: 1 }).toZonedDateTime(zone).toInstant(),
  };
}

/** When a person who was postponed today returns to the list: at the start of the next day. */
export const tomorrow = (now: Temporal.Instant, zone: string): Temporal.Instant => dayAt(now, zone).ends;

/** A date in words: `Sunday, November 22`. */
export const spokenDay = (date: Temporal.PlainDate): string =>
  SPOKEN.format(Date.UTC(date.year, date.month - 1, date.day));

const SPOKEN = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  weekday: "long",
  month: "long",
  day: "numeric",
});

/** The city of a zone: `Denver` for `America/Denver`. A zone without a city is returned as is. */
export function cityOf(zone: string): string {
  return zone.includes("/") ? zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ") : zone;
}

/** The weekday of a moment in a zone, such as `Monday`. */
export const weekdayOf = (at: Temporal.Instant, zone: string): string =>
  at.toZonedDateTimeISO(zone).toPlainDate().toLocaleString("en-US", { weekday: "long" });

/** How long ago something was, in plain words. */
export function formatAgo(at: Temporal.Instant, now: Temporal.Instant, zone: string): string {
  const minutes = Math.floor((now.epochMilliseconds - at.epochMilliseconds) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  const today = dayAt(now, zone).date;
  const day = at.toZonedDateTimeISO(zone).toPlainDate();
  const days = day.until(today).days;
  if (days <= 0) return `at ${formatTime(at, zone)}`;
  if (days === 1) return `yesterday at ${formatTime(at, zone)}`;
  return days < 7
    ? `on ${day.toLocaleString("en-US", { weekday: "long" })}`
    : `on ${day.toLocaleString("en-US", { month: "short", day: "numeric" })}`;
}
