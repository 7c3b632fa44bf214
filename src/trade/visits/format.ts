import type { Place } from "./rules.ts";

interface Times {
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

/** A visit's day and time for people, such as `Tuesday, December 1, 9:00 AM – 10:00 AM MST`. */
export function formatVisitTime({ startsAt, endsAt }: Times, zone: string): string {
  return `${formatVisitDay(startsAt, zone)}, ${formatClock(startsAt, zone)} – ${formatClock(endsAt, zone)} ${zoneName(startsAt, zone)}`;
}

/** For a subject line, such as `Tue, Dec 1, 9:00 AM`. */
export const formatShort = (at: Temporal.Instant, zone: string): string =>
  `${inZone(at, zone, { weekday: "short", month: "short", day: "numeric" })}, ${formatClock(at, zone)}`;

/** `Tuesday, December 1` */
export const formatVisitDay = (at: Temporal.Instant, zone: string): string =>
  inZone(at, zone, { weekday: "long", month: "long", day: "numeric" });

/** `9:00 AM` */
export const formatClock = (at: Temporal.Instant, zone: string): string =>
  inZone(at, zone, { hour: "numeric", minute: "2-digit" });

/** The name of a zone's time then, such as `MST`. */
export const zoneName = (at: Temporal.Instant, zone: string): string =>
  inZone(at, zone, { timeZoneName: "short", hour: "numeric" }).replace(/^.*[AP]M\s*/, "");

// Making a format takes a hundred times as long as using it, and a page shows many times.
const formats = new Map<string, Intl.DateTimeFormat>();

function inZone(at: Temporal.Instant, zone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${zone} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    if (formats.size > 4_000) formats.clear();
    formats.set(key, (format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone })));
  }
  return format.format(at.epochMilliseconds).replaceAll("\u202f", " ");
}

/** A zone's place, such as `Denver`. */
export const zonePlace = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** Choices of where, as a client reads them. */
export const PLACE_CHOICES: Readonly<Record<Place, string>> = {
  theirs: "At my place",
  ours: "At your place",
  phone: "By phone",
};
