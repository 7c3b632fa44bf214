import { z } from "zod";
import { dayWords } from "#platform/time/format.ts";
import { type Spacing, SPACINGS } from "./spacing.ts";

const LONGEST_PAUSE: Temporal.DurationLike = { years: 1 };

const PAUSES = ["2-weeks", "1-month", "3-months", "date"] as const;
const LENGTHS = { "2-weeks": { weeks: 2 }, "1-month": { months: 1 }, "3-months": { months: 3 } } as const;

const DATE_FORMAT = "Enter a date like 2027-03-31.";

/**
 * The form for a pause.
 * @param today in the business's time zone
 * @returns the first day that email may come again
 */
export const pauseSchema = (today: Temporal.PlainDate) =>
  z
    .object({
      pause: z.enum(PAUSES, { error: "Choose how long." }),
      until: z.string().trim().default(""),
    })
    .transform(({ pause, until }, { addIssue }) => {
      if (pause !== "date") return today.add(LENGTHS[pause]);
      const refuse = (message: string) => {
        addIssue({ code: "custom", path: ["until"], message });
        return z.NEVER;
      };
      if (!until) return refuse("Pick a date.");
      const day = parseDay(until);
      if (!day) return refuse(DATE_FORMAT);
      if (Temporal.PlainDate.compare(day, today) <= 0)
        return refuse("That date has passed. Pick a later one.");
      if (Temporal.PlainDate.compare(day, lastPause(today)) > 0)
        return refuse(`Pick a date no later than ${dayWords(lastPause(today))}. For longer, unsubscribe.`);
      return day;
    });

/** The last day that a pause may end. */
export const lastPause = (today: Temporal.PlainDate): Temporal.PlainDate => today.add(LONGEST_PAUSE);

// Only what a date field sends: Temporal would also accept a timestamp.
function parseDay(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" });
  } catch {
    return undefined;
  }
}

/** The form for email frequency. */
export const spacingSchema = z.object({
  spacing: z.enum([...SPACINGS, "as-planned"], { error: "Choose how often." }),
});

/** The minimum gap between emails. */
export const SPACING: Readonly<Record<Spacing, Temporal.DurationLike>> = {
  "two-weeks": { weeks: 2 },
  month: { months: 1 },
};

/** For display after `at most one mail`. */
export const SPACING_LABELS: Readonly<Record<Spacing, string>> = {
  "two-weeks": "every two weeks",
  month: "a month",
};

/**
 * When a lead's pause ends; null if they are not paused.
 * @param lead.pausedUntil a day, `YYYY-MM-DD`
 * @param zone of the business
 */
export function pauseEndsAt(
  lead: { readonly pausedUntil: string | null },
  at: Temporal.Instant,
  zone: string,
): Temporal.Instant | null {
  if (!lead.pausedUntil) return null;
  const until = Temporal.PlainDate.from(lead.pausedUntil).toZonedDateTime(zone).toInstant();
  return Temporal.Instant.compare(until, at) > 0 ? until : null;
}

/** A lead's current pause or frequency limit, for the business; null if there is none. */
export function describePreference(
  lead: { readonly pausedUntil: string | null; readonly mailSpacing: Spacing | null },
  at: Temporal.Instant,
  zone: string,
): string | null {
  if (lead.pausedUntil && pauseEndsAt(lead, at, zone))
    return `They asked for a break until ${longDay(lead.pausedUntil, at, zone)}.`;
  return lead.mailSpacing ? `They asked for at most one email ${SPACING_LABELS[lead.mailSpacing]}.` : null;
}

/** A day for display, with the year only if it isn't this year: `March 3`, `March 3, 2027`. */
export function longDay(day: string, at: Temporal.Instant, zone: string): string {
  const date = Temporal.PlainDate.from(day);
  const thisYear = date.year === at.toZonedDateTimeISO(zone).year;
  return date.toLocaleString("en-US", {
    month: "long",
    day: "numeric",
    ...(!thisYear && { year: "numeric" }),
  });
}

/** An address that only its owner recognizes, because a forwarded email may expose it. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
