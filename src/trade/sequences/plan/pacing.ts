/** Growth of a sender's daily limit, in messages. */
export interface Pace {
  readonly firstDay: number;
  /** Factor from day to day. */
  readonly growth: number;
  readonly most: number;
}

/**
 * Email providers treat a burst from an unknown address as spam, and steady growth as a business. The
 * installation's address is shared: each business gets less of it, and starts slowly there too. Texts are
 * only spread out.
 */
export const PACES = {
  own: { firstDay: 40, growth: 1.5, most: 2_000 },
  house: { firstDay: 40, growth: 1.5, most: 1_000 },
  texts: { firstDay: 480, growth: 1, most: 480 },
} as const satisfies Record<string, Pace>;

/**
 * Delayed messages are spread over the open hours, at most one a minute, so that people who reply find
 * someone to answer. Five hundred take just over a day.
 */
const CATCH_UP = { hoursOfADay: 8, mostAnHour: 60 } as const;

/**
 * Most emails from an address on a day.
 * @param day since it began to send, from 0
 */
export const dailyLimit = (day: number, { firstDay, growth, most }: Pace = PACES.own): number =>
  Math.min(most, Math.floor(firstDay * growth ** Math.min(Math.max(day, 0), 30)));

/** Time between two delayed messages, by the day's limit. */
export function catchUpInterval(limit: number): Temporal.Duration {
  const anHour = Math.max(1, Math.min(CATCH_UP.mostAnHour, Math.ceil(limit / CATCH_UP.hoursOfADay)));
  return Temporal.Duration.from({ milliseconds: Math.ceil(3_600_000 / anHour) });
}

/** Shown on a delayed step that got a slot. */
export const CATCH_UP_NOTICE =
  "Moved: emails and texts that were held up go out a few at a time in your sending hours.";

/**
 * Shown on a step over the day's limit.
 * @param isNew whether the limit still grows
 */
export const describeDailyLimit = ({
  limit,
  isNew,
}: {
  readonly limit: number;
  readonly isNew: boolean;
}): string =>
  `Moved to the next sending day: ${limit.toLocaleString("en-US")} emails had already gone out, the limit for that day${isNew ? ". A new sending address starts slowly, so email providers don’t mistake it for spam" : ""}.`;

/** A notice about a sender's first days, for a plan; null once it has reached its highest limit. */
export function describeFirstDays(day: number, pace: Pace): string | null {
  const today = dailyLimit(day, pace);
  if (today >= pace.most) return null;
  const many = (count: number) => count.toLocaleString("en-US");
  return `A new sending address starts slowly so email providers don’t mistake it for spam: up to ${many(today)} follow-up emails go out today, ${many(dailyLimit(day + 1, pace))} tomorrow, and half again as many each day, up to ${many(pace.most)}. Anything over the limit moves to the next sending day, and the lead’s page says so. Guides that people ask for always go out right away.`;
}
