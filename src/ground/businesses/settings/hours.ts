import type { DayHours, OpeningHours } from "../schema.ts";

/** Monday first, as in `OpeningHours`. */
export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** The weeks that a business fills in: when it is open, and when its follow-up goes out. */
export type Week = "hours" | "sending";

/** The field names of a weekday, by its number. */
export const hoursField = (day: number, part: "from" | "to" | "closed", week: Week = "hours"): string =>
  `${week}-${day}-${part}`;

type Fields = Readonly<Record<string, string | undefined>>;

/** What was read of a form's fields, and what was wrong with which. */
export interface Read<T> {
  /**
   * Undefined when the form has no such fields: then everything stays as it is. Null when they are all empty.
   */
  readonly value: T | undefined;
  readonly errors: Readonly<Record<string, string>>;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const ASKS = {
  hours: {
    from: "When do you open",
    to: "When do you close",
    closed: "Closed",
    backwards: "you would close before you open",
  },
  sending: {
    from: "From when may follow-up go out",
    to: "Until when may follow-up go out",
    closed: "Not this day",
    backwards: "follow-up would stop before it starts",
  },
} as const satisfies Record<Week, unknown>;

/** The hours of a posted form. A day without times is closed; with nothing filled in there are none. */
export function readHours(fields: Fields, week: Week = "hours"): Read<OpeningHours | null> {
  if (!Object.keys(fields).some((name) => name.startsWith(`${week}-`)))
    return { value: undefined, errors: {} };
  const asks = ASKS[week];
  const errors: Record<string, string> = {};
  let saidAnything = false;
  const days = WEEKDAYS.map((weekday, day): DayHours | null => {
    const field = (part: "from" | "to" | "closed") => hoursField(day, part, week);
    const [from, to] = [fields[field("from")]?.trim() ?? "", fields[field("to")]?.trim() ?? ""];
    const closed = fields[field("closed")] !== undefined;
    saidAnything ||= closed || from !== "" || to !== "";
    if (closed || (from === "" && to === "")) return null;
    if (!TIME.test(from))
      errors[field("from")] = `${asks.from} on ${weekday}? Give a time like 8:00 AM, or tick ${asks.closed}.`;
    else if (!TIME.test(to))
      errors[field("to")] = `${asks.to} on ${weekday}? Give a time like 5:00 PM, or tick ${asks.closed}.`;
    else if (to <= from)
      errors[field("to")] = `On ${weekday} ${asks.backwards}. Please change one of the two.`;
    return { from, to };
  });
  return { value: saidAnything ? days : null, errors };
}

const clock = (time: string) => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, "0")}` : ""} ${hour < 12 ? "AM" : "PM"}`;
};
const dayWords = (day: DayHours | null) => (day ? `${clock(day.from)} – ${clock(day.to)}` : "closed");

/**
 * Opening hours as a sign would have them, days that are alike together: `Mon–Fri 8 AM – 5 PM`. Empty without
 * any.
 */
export function formatHours(hours: OpeningHours | null): string[] {
  if (!hours) return [];
  const short = (day: number) => WEEKDAYS[day]!.slice(0, 3);
  const lines: string[] = [];
  for (let first = 0; first < hours.length;) {
    let last = first;
    while (last + 1 < hours.length && dayWords(hours[last + 1]!) === dayWords(hours[first]!)) last++;
    lines.push(`${short(first)}${last > first ? `–${short(last)}` : ""} ${dayWords(hours[first]!)}`);
    first = last + 1;
  }
  return lines;
}
