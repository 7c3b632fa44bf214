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

/** Opening hours, the hours when follow-up goes out, and those for visits. */
export type Week = "hours" | "sending" | "visits";

/** The name of a field, by weekday number. */
export const hoursField = (day: number, part: "from" | "to" | "closed", week: Week = "hours"): string =>
  `${week}-${day}-${part}`;

type Fields = Readonly<Record<string, string | undefined>>;

/** A value read from form fields, with errors by field name. */
export interface Read<T> {
  /** Undefined when the form has no such fields (leave unchanged); null when all are empty. */
  readonly value: T | undefined;
  readonly errors: Readonly<Record<string, string>>;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const MESSAGES = {
  hours: {
    from: "When do you open",
    to: "When do you close",
    closed: "Closed",
    backwards: "you would close before you open",
  },
  sending: {
    from: "When does follow-up start",
    to: "When does follow-up stop",
    closed: "Not this day",
    backwards: "follow-up would stop before it starts",
  },
  visits: {
    from: "When can the first visit start",
    to: "When must the last visit end",
    closed: "No visits",
    backwards: "visits would end before they start",
  },
} as const satisfies Record<Week, unknown>;

/** Reads hours from a form. A day without times is closed; null when nothing is filled in. */
export function readHours(fields: Fields, week: Week = "hours"): Read<OpeningHours | null> {
  if (!Object.keys(fields).some((name) => name.startsWith(`${week}-`)))
    return { value: undefined, errors: {} };
  const messages = MESSAGES[week];
  const errors: Record<string, string> = {};
  let isFilled = false;
  const days = WEEKDAYS.map((weekday, day): DayHours | null => {
    const field = (part: "from" | "to" | "closed") => hoursField(day, part, week);
    const [from, to] = [fields[field("from")]?.trim() ?? "", fields[field("to")]?.trim() ?? ""];
    const closed = fields[field("closed")] !== undefined;
    isFilled ||= closed || from !== "" || to !== "";
    if (closed || (from === "" && to === "")) return null;
    if (!TIME.test(from))
      errors[field("from")] =
        `${messages.from} on ${weekday}? Enter a time like 8:00 AM, or check ${messages.closed}.`;
    else if (!TIME.test(to))
      errors[field("to")] =
        `${messages.to} on ${weekday}? Enter a time like 5:00 PM, or check ${messages.closed}.`;
    else if (to <= from) errors[field("to")] = `On ${weekday} ${messages.backwards}. Change one of them.`;
    return { from, to };
  });
  return { value: isFilled ? days : null, errors };
}

const formatTime = (time: string) => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, "0")}` : ""} ${hour < 12 ? "AM" : "PM"}`;
};
const formatDay = (day: DayHours | null) =>
  day ? `${formatTime(day.from)} – ${formatTime(day.to)}` : "closed";

/** Opening hours with equal days grouped: `Mon–Fri 8 AM – 5 PM`. Empty without any. */
export function formatHours(hours: OpeningHours | null): string[] {
  if (!hours) return [];
  const short = (day: number) => WEEKDAYS[day]!.slice(0, 3);
  const lines: string[] = [];
  for (let first = 0; first < hours.length;) {
    let last = first;
    while (last + 1 < hours.length && formatDay(hours[last + 1]!) === formatDay(hours[first]!)) last++;
    lines.push(`${short(first)}${last > first ? `–${short(last)}` : ""} ${formatDay(hours[first]!)}`);
    first = last + 1;
  }
  return lines;
}
