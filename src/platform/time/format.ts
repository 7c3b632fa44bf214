/**
 * An instant in a zone for people, such as `Mon, Nov 23, 9:00 AM MST`. Formatted on the server: browsers
 * differ in their spaces.
 */
function formatInstant(at: Temporal.Instant, zone: string): string {
  return formatOf(zone).format(at.epochMilliseconds).replaceAll("\u202f", " ");
}

// Creating one takes a hundred times as long as using it. There are some 400 zones in the world.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  formats.set(zone, made);
  return made;
}

const times = new Map<string, Intl.DateTimeFormat>();

/** A time of day in a zone for people, such as `9:02 AM`. */
export function formatTime(at: Temporal.Instant, zone: string): string {
  const made =
    times.get(zone) ??
    new Intl.DateTimeFormat("en-US", { timeZone: zone, hour: "numeric", minute: "2-digit" });
  times.set(zone, made);
  return made.format(at.epochMilliseconds).replaceAll("\u202f", " ");
}

/**
 * An hour of a day as people write it, such as `7 AM`, `12 PM`.
 * @param hour 0 to 23, by the wall clock
 */
export const formatHour = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;

/** Names of the months, from January at index 0. */
export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export interface Moment {
  readonly words: string;
  readonly iso: string;
}

/** Both forms of an instant, ready for a `<time>`. */
export function moment(at: Temporal.Instant, zone: string): Moment {
  return { words: formatInstant(at, zone), iso: at.toString() };
}

const days = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** A day for people, such as `Nov 23, 2026`. */
export const dayWords = (day: Temporal.PlainDate): string => days.format(Date.parse(day.toString()));

/** The day of an instant in a zone, in both forms. */
export function dayOf(at: Temporal.Instant, zone: string): Moment {
  const day = at.toZonedDateTimeISO(zone).toPlainDate();
  return { words: dayWords(day), iso: day.toString() };
}
