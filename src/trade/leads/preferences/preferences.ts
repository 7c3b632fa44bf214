import { z } from "zod";
import { dayWords } from "#platform/time/format.ts";
import { type Spacing, SPACINGS } from "./spacing.ts";

/** Nobody needs to be asked again later than this. */
const LONGEST: Temporal.DurationLike = { years: 1 };

/** What somebody may ask for, in the order in which it is offered. */
const PAUSES = ["2-weeks", "1-month", "3-months", "date"] as const;
const LENGTHS = { "2-weeks": { weeks: 2 }, "1-month": { months: 1 }, "3-months": { months: 3 } } as const;

const DATE = "Please give a day like 2027-03-31.";

/**
 * A pause as its form sends it.
 * @param today by the business's calendar
 * @returns the first day on which mail may come again
 */
export const pauseSchema = (today: Temporal.PlainDate) =>
  z
    .object({
      pause: z.enum(PAUSES, { error: "Please choose how long." }),
      until: z.string().trim().default(""),
    })
    .transform(({ pause, until }, { addIssue }) => {
      if (pause !== "date") return today.add(LENGTHS[pause]);
      const refuse = (message: string) => {
        addIssue({ code: "custom", path: ["until"], message });
        return z.NEVER;
      };
      if (!until) return refuse("Please give the day.");
      const day = dayFrom(until);
      if (!day) return refuse(DATE);
      if (Temporal.PlainDate.compare(day, today) <= 0)
        return refuse("That day is not ahead of us. Please give a later one.");
      if (Temporal.PlainDate.compare(day, lastPause(today)) > 0)
        return refuse(`Please give a day up to ${dayWords(lastPause(today))}. For longer, stop the mails.`);
      return day;
    });

/** The last day up to which somebody may have us wait. */
export const lastPause = (today: Temporal.PlainDate): Temporal.PlainDate => today.add(LONGEST);

// What a date field sends, and nothing else: Temporal would take a whole timestamp for a day.
function dayFrom(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" });
  } catch {
    return undefined;
  }
}

/** How often somebody wants mail, as its form sends it. */
export const spacingSchema = z.object({
  spacing: z.enum([...SPACINGS, "as-planned"], { error: "Please choose how often." }),
});

/** How far apart mails are to be, as a length of the calendar. */
export const SPACING: Readonly<Record<Spacing, Temporal.DurationLike>> = {
  "two-weeks": { weeks: 2 },
  month: { months: 1 },
};

/** The same in words: `at most one mail …`. */
export const SPACING_LABELS: Readonly<Record<Spacing, string>> = {
  "two-weeks": "every two weeks",
  month: "a month",
};

/**
 * The moment before which a lead wants nothing; null when nothing holds.
 * @param lead.pausedUntil a day, `YYYY-MM-DD`
 * @param zone the business's, whose calendar the day is of
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

/** What a lead asked for that holds at this moment, as the business reads it; null when nothing does. */
export function describePreference(
  lead: { readonly pausedUntil: string | null; readonly mailSpacing: Spacing | null },
  at: Temporal.Instant,
  zone: string,
): string | null {
  if (lead.pausedUntil && pauseEndsAt(lead, at, zone))
    return `They asked us to wait until ${longDay(lead.pausedUntil, at, zone)}.`;
  return lead.mailSpacing ? `They asked for at most one mail ${SPACING_LABELS[lead.mailSpacing]}.` : null;
}

/** A day as people say it, with its year only when that is another: `March 3`, `March 3, 2027`. */
export function longDay(day: string, at: Temporal.Instant, zone: string): string {
  const date = Temporal.PlainDate.from(day);
  const thisYear = date.year === at.toZonedDateTimeISO(zone).year;
  return date.toLocaleString("en-US", {
    month: "long",
    day: "numeric",
    ...(!thisYear && { year: "numeric" }),
  });
}

/** An address of which only its owner knows the rest: whoever got a mail forwarded does not read it here. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
