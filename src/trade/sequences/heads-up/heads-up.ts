import { layOutMail } from "#platform/mail/compose/layout.ts";
import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import type { LedgerLine } from "../status/ledger.server.ts";
import { openFor, type Step } from "../plan/planner.ts";
import { OVERDUE } from "../plan/overdue.ts";

/** In the business's zone: before the first follow-up may go at 8:00, and not at night. */
export const NOTIFY_FROM = Temporal.PlainTime.from("07:30");
/** Most people in one email. */
const MOST_LISTED = 30;
/** In days. */
const LINK_DAYS = 7;

/** A day to announce, in the business's zone. */
export interface Today {
  readonly day: Temporal.PlainDate;
  readonly ends: Temporal.Instant;
}

/** Today from 7:30 on; undefined before that, and if today was announced already. */
export function dayToAnnounce(
  now: Temporal.Instant,
  zone: string,
  announced: Temporal.PlainDate | null,
): Today | undefined {
  const local = now.toZonedDateTimeISO(zone);
  const day = local.toPlainDate();
  if (Temporal.PlainTime.compare(local.toPlainTime(), NOTIFY_FROM) < 0 || announced?.equals(day))
    return undefined;
  return { day, ends: day.add({ days: 1 }).toZonedDateTime(zone).toInstant() };
}

export interface PlannedMail {
  readonly step: Step;
  readonly dueAt: Temporal.Instant;
}

/**
 * The emails that go out later today and can still be stopped, by time. Delayed emails count at their new
 * time, as in the sweep.
 * @param isFirst true right before the day's first email goes; emails that go this moment are listed too
 */
export function goingOutToday<Mail extends PlannedMail>(
  planned: readonly Mail[],
  now: Temporal.Instant,
  { ends }: Today,
  calendar: Calendar,
  isFirst = false,
): (Mail & { readonly goesAt: Temporal.Instant })[] {
  return planned
    .map((mail) => ({ ...mail, goesAt: actualTime(mail, now, calendar) }))
    .filter(
      ({ goesAt }) =>
        Temporal.Instant.compare(goesAt, now) > (isFirst ? -1 : 0) &&
        Temporal.Instant.compare(goesAt, ends) < 0,
    )
    .sort((one, other) => Temporal.Instant.compare(one.goesAt, other.goesAt));
}

/** When a planned step really goes. Delayed steps wait for the open hours, as in the sweep. */
export function actualTime(
  { step, dueAt }: PlannedMail,
  now: Temporal.Instant,
  calendar: Calendar,
): Temporal.Instant {
  // The hours may have changed since it was planned.
  const earliest = Temporal.Instant.compare(dueAt, now) > 0 ? dueAt : now;
  const isDelayed = Temporal.Instant.compare(now, dueAt.add(OVERDUE)) > 0;
  // As in timingOf: only an email on time may go outside the hours.
  const waitsForHours = isDelayed || step.kind === "gift";
  return waitsForHours ? nextOpen(earliest, calendar)! : openFor(step, earliest, calendar);
}

/** Whether a link in that day's email still works: at least seven days, in every zone. */
export function isLinkOpen(day: Temporal.PlainDate, now: Temporal.Instant): boolean {
  const ends = day.add({ days: LINK_DAYS + 1 }).toZonedDateTime("UTC");
  return Temporal.Instant.compare(now, ends.toInstant()) < 0;
}

export interface HeadsUpLine {
  readonly name: string;
  readonly subject: string;
  /** Full URL of `/h/{token}`. */
  readonly link: string;
  readonly goesAt: Temporal.Instant;
}

/** The heads-up email, with two links per lead. */
export function headsUpMail(words: {
  brand: string;
  business: string;
  publicUrl: string;
  zone: string;
  lines: readonly [HeadsUpLine, ...HeadsUpLine[]];
}): { subject: string; text: string; html: string } {
  const { brand, business, publicUrl, zone, lines } = words;
  const more = lines.length - MOST_LISTED;
  const first = timeOf(lines[0].goesAt, zone);
  return {
    subject:
      lines.length === 1
        ? `Today: 1 follow-up goes out at ${first}`
        : `Today: ${lines.length} follow-ups go out from ${first}`,
    ...layOutMail({
      brand,
      paragraphs: [
        `Today ${business} follows up with ${lines.length === 1 ? "one person" : `${lines.length} people`}. ${brand} can’t see your replies, so it asks first.`,
        "If someone has written or called, tap “They replied” and nothing more goes to them. “Hold” pauses it until you resume. If you do nothing, it goes out.",
      ],
      list: lines.slice(0, MOST_LISTED).map(({ name, subject, link, goesAt }) => ({
        title: `${name}, ${timeOf(goesAt, zone)}`,
        text: subject,
        links: [
          { label: "They replied", url: `${link}?do=replied` },
          { label: "Hold", url: `${link}?do=hold` },
        ],
      })),
      closing: [
        ...(more > 0 ? [`And ${more} more. Everyone is in your list: ${publicUrl}/account/leads`] : []),
        `Don’t want this email? Connect the inbox your replies go to, and a reply stops the follow-up by itself. ${publicUrl}/account/settings/sending`,
      ],
      footer: {
        reason: `You’re getting this because you own the account for ${business}. It only comes on days with follow-ups. Its links work for ${LINK_DAYS} days.`,
      },
    }),
  };
}

const timeOf = (at: Temporal.Instant, zone: string) =>
  at
    .toLocaleString("en-US", { timeZone: zone, hour: "numeric", minute: "2-digit" })
    .replaceAll("\u202f", " ");

/** The lead's state on the page of an emailed link. */
export type Situation = "planned" | "held" | "replied" | "unsubscribed" | "over";

const UNDER_WAY: readonly (string | undefined)[] = ["queued", "claimed"];

/** Determines what that page says and offers. */
export function situationOf(
  lead: { readonly repliedAt: Temporal.Instant | null; readonly unsubscribedAt: Temporal.Instant | null },
  lines: readonly Pick<LedgerLine, "kind" | "state" | "message">[],
): Situation {
  if (lead.unsubscribedAt) return "unsubscribed";
  if (lead.repliedAt) return "replied";
  const mails = lines.filter(({ kind }) => kind === "mail" || kind === "text");
  if (mails.some(({ state }) => state === "held")) return "held";
  const isAhead = mails.some(
    ({ state, message }) => state === "waiting" || (state === "handed" && UNDER_WAY.includes(message?.state)),
  );
  return isAhead ? "planned" : "over";
}
