import { layOutMail } from "#platform/mail/compose/layout.ts";
import { type Calendar, nextOpen } from "#platform/time/hours.ts";
import type { LedgerLine } from "../status/ledger.server.ts";
import { openFor, type Step } from "../plan/planner.ts";
import { OVERDUE } from "../plan/overdue.ts";

/**
 * When the day's mail goes out by the business's clock: before the first follow-up may leave, at 8:00, and
 * not in the night.
 */
export const NOTIFY_FROM = Temporal.PlainTime.from("07:30");
/** How many people a mail names. */
const LISTED = 30;
/** How long its links work, in days. */
const LINK_DAYS = 7;

/** The day that it is for a business now, where it is late enough to say what goes out on it. */
export interface Today {
  /** By the business's calendar. */
  readonly day: Temporal.PlainDate;
  readonly ends: Temporal.Instant;
}

/**
 * Today, from half past seven on; nothing before that, and nothing on a day of which the business was told.
 */
export function dayToAnnounce(
  now: Temporal.Instant,
  zone: string,
  told: Temporal.PlainDate | null,
): Today | undefined {
  const local = now.toZonedDateTimeISO(zone);
  const day = local.toPlainDate();
  if (Temporal.PlainTime.compare(local.toPlainTime(), NOTIFY_FROM) < 0 || told?.equals(day)) return undefined;
  return { day, ends: day.add({ days: 1 }).toZonedDateTime(zone).toInstant() };
}

/** A follow-up that is planned. */
export interface PlannedMail {
  readonly step: Step;
  readonly dueAt: Temporal.Instant;
}

/**
 * What goes out later today and can still be stopped, by its time. What a downtime held up counts for when it
 * will go, as the sweep plans it.
 * @param isFirst whether this goes before the day's first, and so names what goes this moment as well
 */
export function goingOutToday<Mail extends PlannedMail>(
  planned: readonly Mail[],
  now: Temporal.Instant,
  { ends }: Today,
  calendar: Calendar,
  isFirst = false,
): (Mail & { readonly goesAt: Temporal.Instant })[] {
  return planned
    .map((mail) => ({ ...mail, goesAt: goesAtOf(mail, now, calendar) }))
    .filter(
      ({ goesAt }) =>
        Temporal.Instant.compare(goesAt, now) > (isFirst ? -1 : 0) &&
        Temporal.Instant.compare(goesAt, ends) < 0,
    )
    .sort((one, other) => Temporal.Instant.compare(one.goesAt, other.goesAt));
}

/** When a planned step goes, as the sweep decides it: what a downtime held up waits for the open hours. */
export function goesAtOf(
  { step, dueAt }: PlannedMail,
  now: Temporal.Instant,
  calendar: Calendar,
): Temporal.Instant {
  // Also what is planned: the sending hours may have changed since.
  const earliest = Temporal.Instant.compare(dueAt, now) > 0 ? dueAt : now;
  const isHeldUp = Temporal.Instant.compare(now, dueAt.add(OVERDUE)) > 0;
  // As timingOf decides: only what is on time goes at any hour that its plan says.
  const keepsHours = isHeldUp || step.kind === "gift";
  return keepsHours ? nextOpen(earliest, calendar)! : openFor(step, earliest, calendar);
}

/** Whether a link of that day's mail still works: for seven days at least, wherever the day ended. */
export function isLinkOpen(day: Temporal.PlainDate, now: Temporal.Instant): boolean {
  const ends = day.add({ days: LINK_DAYS + 1 }).toZonedDateTime("UTC");
  return Temporal.Instant.compare(now, ends.toInstant()) < 0;
}

/** One person whom a follow-up goes to. */
export interface HeadsUpLine {
  readonly name: string;
  readonly subject: string;
  /** `/h/{token}`, whole. */
  readonly link: string;
  readonly goesAt: Temporal.Instant;
}

/** The mail that says what goes out today, with two links for each. */
export function headsUpMail(words: {
  brand: string;
  business: string;
  publicUrl: string;
  zone: string;
  lines: readonly [HeadsUpLine, ...HeadsUpLine[]];
}): { subject: string; text: string; html: string } {
  const { brand, business, publicUrl, zone, lines } = words;
  const more = lines.length - LISTED;
  const first = timeOf(lines[0].goesAt, zone);
  return {
    subject:
      lines.length === 1
        ? `Today: 1 follow-up goes out at ${first}`
        : `Today: ${lines.length} follow-ups go out from ${first}`,
    ...layOutMail({
      brand,
      paragraphs: [
        `Today ${business} follows up with ${lines.length === 1 ? "one person" : `${lines.length} people`}. ${brand} can't see what people answer you, so it asks.`,
        "If somebody has written or called, tap “They replied” and nothing more goes to them. “Hold” keeps it back until you let it go on. Do nothing, and it goes out.",
      ],
      list: lines.slice(0, LISTED).map(({ name, subject, link, goesAt }) => ({
        title: `${name}, ${timeOf(goesAt, zone)}`,
        text: subject,
        links: [
          { label: "They replied", url: `${link}?do=replied` },
          { label: "Hold", url: `${link}?do=hold` },
        ],
      })),
      closing: [
        ...(more > 0 ? [`And ${more} more. Everybody is in your list: ${publicUrl}/account/leads`] : []),
        `You can do without this mail: connect the mailbox that answers come to, and a reply stops the follow-up by itself. ${publicUrl}/account/settings/sending`,
      ],
      footer: {
        reason: `You get this because you own the account of ${business}. It comes on days with follow-ups only. Its links work for ${LINK_DAYS} days.`,
      },
    }),
  };
}

/** A time of the day, such as `9:00 AM`. */
const timeOf = (at: Temporal.Instant, zone: string) =>
  at
    .toLocaleString("en-US", { timeZone: zone, hour: "numeric", minute: "2-digit" })
    .replaceAll("\u202f", " ");

/** How things stand between a business and a lead, for somebody who opens a link of the mail. */
export type Situation = "planned" | "held" | "replied" | "unsubscribed" | "over";

const UNDER_WAY: readonly (string | undefined)[] = ["queued", "claimed"];

/** What can be said, and done, about a lead's follow-up now. */
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
