/** How fast a sender may grow, and how far. */
export interface Pace {
  /** Messages on its first day. */
  readonly firstDay: number;
  /** By how much each day may exceed the one before. */
  readonly growth: number;
  /** Messages on any day. */
  readonly most: number;
}

/**
 * Mail providers take a flood from an address they don't know for spam, and steady growth for a business. The
 * installation's own address sends for many: each business has less of it, and begins slowly there too. Texts
 * are only spread.
 */
export const PACES = {
  own: { firstDay: 40, growth: 1.5, most: 2_000 },
  house: { firstDay: 40, growth: 1.5, most: 1_000 },
  texts: { firstDay: 480, growth: 1, most: 480 },
} as const satisfies Record<string, Pace>;

/**
 * What was held up, by a downtime or by a day's measure, is made up over the open hours: a working day has
 * eight, and never more than one a minute, so that whoever answers finds somebody to answer them. Five
 * hundred people take a day and a little.
 */
const MADE_UP = { hoursOfADay: 8, mostAnHour: 60 } as const;

/**
 * How many mails may leave an address on a day.
 * @param day of its sending life, from 0
 */
export const dailyLimit = (day: number, { firstDay, growth, most }: Pace = PACES.own): number =>
  Math.min(most, Math.floor(firstDay * growth ** Math.min(Math.max(day, 0), 30)));

/** How far apart messages that are made up leave, by what the day allows. */
export function catchUpInterval(limit: number): Temporal.Duration {
  const anHour = Math.max(1, Math.min(MADE_UP.mostAnHour, Math.ceil(limit / MADE_UP.hoursOfADay)));
  return Temporal.Duration.from({ milliseconds: Math.ceil(3_600_000 / anHour) });
}

/** What a step says that was held up and gets a moment of its own. */
export const CATCH_UP_NOTICE =
  "Moved: emails and texts that were held up go out one after another in your sending hours, not all at once.";

/**
 * What a step says that is over the measure of its day.
 * @param limit how many emails the day allows
 * @param isNew whether the sender may still grow
 */
export const describeMeasure = ({
  limit,
  isNew,
}: {
  readonly limit: number;
  readonly isNew: boolean;
}): string =>
  `Moved to the next day of sending: ${limit.toLocaleString("en-US")} emails had gone out, the most for that day${isNew ? ". A new sending address starts slowly, so that mail providers don’t take it for spam" : ""}.`;

/**
 * What is said ahead of a sender's first days, where a plan is shown; null once it may send as much as it
 * ever will.
 */
export function describeFirstDays(day: number, pace: Pace): string | null {
  const today = dailyLimit(day, pace);
  if (today >= pace.most) return null;
  const many = (count: number) => count.toLocaleString("en-US");
  return `A new sending address starts slowly, so that mail providers don’t take it for spam: up to ${many(today)} follow-up emails go out today, ${many(dailyLimit(day + 1, pace))} tomorrow, and half as many more each day, up to ${many(pace.most)}. What is over that moves to the next day of sending, and says so on the lead’s page. A guide that somebody asked for never waits.`;
}
