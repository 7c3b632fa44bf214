// Separate from reading the form, so that browsers don’t load the schema.

/** Days of their own that a business can have. */
export const MOST_EXCEPTIONS = 60;

const minutes = (values: readonly number[], label: (value: number) => string) =>
  values.map((value) => ({ value: String(value), label: label(value) }));

const asTime = (value: number) =>
  value === 0
    ? "None"
    : value < 60
      ? `${value} minutes`
      : value % 60 === 0
        ? value === 60
          ? "1 hour"
          : `${value / 60} hours`
        : `${Math.floor(value / 60)} hour${value < 120 ? "" : "s"} ${value % 60} minutes`;
const asDays = (value: number) => (value < 14 || value % 7 > 0 ? `${value} days` : `${value / 7} weeks`);

/** What each number can be, with its label. */
export const CHOICES = {
  lengthMinutes: minutes([15, 30, 45, 60, 90, 120, 180, 240], asTime),
  travelMinutes: minutes([0, 15, 30, 45, 60, 90, 120], asTime),
  noticeHours: minutes([1, 2, 4, 12, 24, 48, 72, 168], (value) =>
    value < 24 ? (value === 1 ? "1 hour" : `${value} hours`) : value === 24 ? "1 day" : `${value / 24} days`,
  ),
  aheadDays: minutes([7, 14, 21, 30, 42, 60, 90], asDays),
  remindHours: minutes([0, 2, 24, 48], (value) =>
    value === 0
      ? "Not at all"
      : value < 24
        ? `${value} hours before`
        : value === 24
          ? "The day before"
          : "2 days before",
  ),
} as const;

export type Numbers = keyof typeof CHOICES;
export const NUMBERS = Object.keys(CHOICES) as readonly Numbers[];

/** Names of the fields of one day of its own. */
export const exceptionField = (at: number, part: "day" | "from" | "to"): string => `exception-${at}-${part}`;

/** How many lines for days of their own the form shows: those with a value, and a few more. */
export function exceptionLines(values: Readonly<Record<string, string>>): number {
  let used = 0;
  while (used < MOST_EXCEPTIONS && values[exceptionField(used, "day")] !== undefined) used++;
  return Math.min(MOST_EXCEPTIONS, used + 3);
}
