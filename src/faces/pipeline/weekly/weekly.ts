import { layOutMail } from "#platform/mail/compose/layout.ts";
import { dayWords } from "#platform/time/format.ts";

/** When the email goes out on a Monday, in the business's zone. */
const TOLD_FROM = Temporal.PlainTime.from("07:00");
/** After Tuesday it is too late: the week is old news. */
const LATE_DAYS = 1;
/** How many people an email names. */
const NAMED = 3;

/** The week to report to a business. */
export interface Week {
  readonly monday: Temporal.PlainDate;
  /** The seven days before it, in the business's calendar. */
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/**
 * The week to report now: on Monday from seven on, and on Tuesday if Monday was missed. Undefined on other
 * days, and if the business was already notified.
 * @param told the last Monday reported
 */
export function weekToReport(
  now: Temporal.Instant,
  zone: string,
  told: Temporal.PlainDate | null,
): Week | undefined {
  const local = now.toZonedDateTimeISO(zone);
  const monday = local.toPlainDate().subtract({ days: local.dayOfWeek - 1 });
  const isTime =
    local.dayOfWeek === 1
      ? Temporal.PlainTime.compare(local.toPlainTime(), TOLD_FROM) >= 0
      : local.dayOfWeek <= 1 + LATE_DAYS;
  if (!isTime || (told && Temporal.PlainDate.compare(told, monday) >= 0)) return undefined;
  const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant();
  return { monday, from: midnight(monday.subtract({ days: 7 })), to: midnight(monday) };
}

export interface WeekFigures {
  readonly came: number;
  readonly answered: number;
  readonly won: number;
  /** Value of the won leads in cents, as far as known. */
  readonly cents: number;
}

export interface ToCall {
  readonly leadId: string;
  readonly name: string;
  readonly phone: string | null;
  /** In cents. */
  readonly value: number | null;
  readonly why: "answered" | "call" | "quoted" | "did";
  readonly at: Temporal.Instant;
}

const ORDER: readonly ToCall["why"][] = ["answered", "call", "quoted", "did"];

/**
 * Whom to call first: people who replied and have neither an appointment nor an end, then calls from a
 * sequence, then people with a quote for a while, then people who looked at something. Within each group
 * the most valuable first, then the latest. Each once.
 */
export function chooseToCall(candidates: readonly ToCall[]): ToCall[] {
  const ranked = candidates.toSorted(
    (one, other) =>
      ORDER.indexOf(one.why) - ORDER.indexOf(other.why) ||
      (other.value ?? 0) - (one.value ?? 0) ||
      Temporal.Instant.compare(other.at, one.at),
  );
  return ranked
    .filter(({ leadId }, place) => ranked.findIndex((one) => one.leadId === leadId) === place)
    .slice(0, NAMED);
}

/** Why to call a person, in a sentence. */
export function reasonToCall(
  { why, at }: Pick<ToCall, "why" | "at">,
  now: Temporal.Instant,
  zone: string,
): string {
  const day = at.toZonedDateTimeISO(zone).toPlainDate();
  const days = day.until(now.toZonedDateTimeISO(zone).toPlainDate()).days;
  const on =
    days < 7
      ? day.toLocaleString("en-US", { weekday: "long" })
      : day.toLocaleString("en-US", { month: "long", day: "numeric" });
  switch (why) {
    case "answered":
      return `Replied on ${on}, but nothing is scheduled yet.`;
    case "call":
      return `A call was due ${on}.`;
    case "quoted":
      return `Got a quote or an appointment ${on}. Check in with them.`;
    case "did":
      return `Opened your guide or clicked a link on ${on}, but hasn’t replied.`;
  }
}

/** The weekly email; null when nothing happened and there is no one to call. */
export function weeklyMail(words: {
  brand: string;
  business: string;
  publicUrl: string;
  zone: string;
  now: Temporal.Instant;
  week: Week;
  figures: WeekFigures;
  money: (cents: number) => string;
  people: readonly ToCall[];
  stopUrl: string;
}): { subject: string; text: string; html: string; unsubscribeUrl: string } | null {
  const { brand, business, publicUrl, zone, now, week, figures, money, people, stopUrl } = words;
  const { came, answered, won, cents } = figures;
  if (!came && !answered && !won && !people.length) return null;
  const worth = cents ? `, worth ${money(cents)}` : "";
  const first = week.monday.subtract({ days: 7 });
  return {
    subject: `Your week: ${count(came, "lead", "leads")}, ${count(answered, "reply", "replies")}, ${won} won`,
    unsubscribeUrl: stopUrl,
    ...layOutMail({
      brand,
      figures: [
        { value: String(came), label: came === 1 ? "new lead" : "new leads" },
        { value: String(answered), label: answered === 1 ? "reply" : "replies" },
        { value: String(won), label: `won${worth}` },
      ],
      paragraphs: [
        `Your week at ${business}, ${dayWords(first)} to ${dayWords(week.monday.subtract({ days: 1 }))}.`,
        people.length
          ? people.length === 1
            ? "One person to call first:"
            : `${people.length} people to call first:`
          : "No one is waiting for your call.",
      ],
      list: people.map((person) => ({
        title: person.value === null ? person.name : `${person.name}, ${money(person.value)}`,
        text: reasonToCall(person, now, zone),
        links: [
          ...(person.phone ? [{ label: `Call ${person.phone}`, url: `tel:${person.phone}` }] : []),
          { label: "See history", url: `${publicUrl}/account/leads/${person.leadId}` },
        ],
      })),
      closing: [`Everyone, by stage: ${publicUrl}/account/pipeline`],
      footer: {
        reason: `You get this on Mondays because you own the account for ${business}. You won’t get one after a week when nothing happened.`,
        unsubscribe: { label: "Turn off this email", url: stopUrl },
      },
    }),
  };
}

const count = (many: number, one: string, several: string): string => `${many} ${many === 1 ? one : several}`;
