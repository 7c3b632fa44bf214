export const PERIODS = [
  { days: 30, words: "30 days" },
  { days: 90, words: "90 days" },
  { days: 365, words: "1 year" },
] as const;

export type Days = (typeof PERIODS)[number]["days"];

/** The period in an address; invalid values give 90 days. */
export const readDays = (text: string | null): Days =>
  PERIODS.find(({ days }) => String(days) === text)?.days ?? 90;

/** The start of the period: midnight that many days ago, in the business's zone. */
export const periodBegins = (days: Days, now: Temporal.Instant, zone: string): Temporal.Instant =>
  now.toZonedDateTimeISO(zone).startOfDay().subtract({ days }).toInstant();
