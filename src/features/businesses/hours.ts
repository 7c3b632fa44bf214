import type { DayHours, OpeningHours } from "./schema.ts";

/** Monday first, as in `OpeningHours`. */
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The field names of a weekday, by its number. */
export const hoursField = (day: number, part: "from" | "to" | "closed"): string => `hours-${day}-${part}`;

type Fields = Readonly<Record<string, string | undefined>>;

/** What was read of a form's fields, and what was wrong with which. */
export interface Read<T> {
  /** Undefined when the form has no such fields: then everything stays as it is. Null when they are all empty. */
  readonly value: T | undefined;
  readonly errors: Readonly<Record<string, string>>;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** The opening hours of a posted form. A day without times is closed; with nothing filled in there are none. */
export function readHours(fields: Fields): Read<OpeningHours | null> {
  if (!Object.keys(fields).some((name) => name.startsWith("hours-"))) return { value: undefined, errors: {} };
  const errors: Record<string, string> = {};
  let saidAnything = false;
  const days = WEEKDAYS.map((weekday, day): DayHours | null => {
    const [from, to] = [fields[hoursField(day, "from")]?.trim() ?? "", fields[hoursField(day, "to")]?.trim() ?? ""];
    const closed = fields[hoursField(day, "closed")] !== undefined;
    saidAnything ||= closed || from !== "" || to !== "";
    if (closed || (from === "" && to === "")) return null;
    if (!TIME.test(from)) errors[hoursField(day, "from")] = `When do you open on ${weekday}? Give a time like 8:00 AM, or tick Closed.`;
    else if (!TIME.test(to)) errors[hoursField(day, "to")] = `When do you close on ${weekday}? Give a time like 5:00 PM, or tick Closed.`;
    else if (to <= from) errors[hoursField(day, "to")] = `On ${weekday} you would close before you open. Please change one of the two.`;
    return { from, to };
  });
  return { value: saidAnything ? days : null, errors };
}

const clock = (time: string) => {
  const [hour, minute] = time.split(":").map(Number) as [number, number];
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, "0")}` : ""} ${hour < 12 ? "AM" : "PM"}`;
};
const dayWords = (day: DayHours | null) => (day ? `${clock(day.from)} – ${clock(day.to)}` : "closed");

/** Opening hours as a sign would have them, days that are alike together: `Mon–Fri 8 AM – 5 PM`. Empty without any. */
export function hoursWords(hours: OpeningHours | null): string[] {
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
