/** Periods to choose from, in days. */
export const PERIODS = [
  { days: 30, words: "30 days" },
  { days: 90, words: "90 days" },
  { days: 365, words: "A year" },
] as const;

export type Days = (typeof PERIODS)[number]["days"];

/** The period that an address names; nonsense is 90 days. */
export const readDays = (text: string | null): Days =>
  PERIODS.find(({ days }) => String(days) === text)?.days ?? 90;

/** When it begins: that many of the business's days ago, at midnight. */
export const periodBegins = (days: Days, now: Temporal.Instant, zone: string): Temporal.Instant =>
  now.toZonedDateTimeISO(zone).startOfDay().subtract({ days }).toInstant();
