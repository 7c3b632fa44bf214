import { moment } from "#platform/time/format.ts";

/** How long a confirmation link works, in days. */
export const CONFIRM_DAYS = 7;

/**
 * Shown after a form that requires confirmation. The same text for everyone, so that it doesn't reveal
 * whether an address is known here.
 */
export const CHECK_YOUR_MAIL = {
  title: "Check your email",
  text:
    "We sent an email to confirm this address is yours. Tap the button in it, and what you asked for comes right after. It usually takes a " +
    "minute. If you don’t see it, check your spam folder. If you asked a short while ago, look for our earlier email. If you’ve " +
    "confirmed your address before, you’re all set.",
} as const;

export interface ConfirmState {
  readonly unconfirmedSince: Temporal.Instant | null;
  readonly confirmAskedAt: Temporal.Instant | null;
}

/** When the newest confirmation link expires; null if none was sent. */
export const confirmEnds = ({ confirmAskedAt }: ConfirmState): Temporal.Instant | null =>
  confirmAskedAt?.add({ hours: 24 * CONFIRM_DAYS }) ?? null;

/** The state of a pending confirmation, for the owner; null if none is pending. */
export function confirmationNotice(lead: ConfirmState, now: Temporal.Instant, zone: string): string | null {
  if (!lead.unconfirmedSince) return null;
  const ends = confirmEnds(lead);
  if (ends && Temporal.Instant.compare(ends, now) <= 0) return "Not confirmed";
  return `Waiting for confirmation since ${moment(lead.confirmAskedAt ?? lead.unconfirmedSince, zone).words}`;
}

/**
 * The text of the confirmation email. It leaves out the typed name, because anyone could put anything there.
 */
export function confirmMailText({
  business,
  titles,
  texts,
  until,
}: {
  business: string;
  titles: readonly string[];
  texts: boolean;
  until: string;
}) {
  const things = titles.map((title) => `“${title}”`).join(" and ");
  return {
    subject: `Is this your address? ${business} got a request from this address`.slice(0, 200),
    paragraphs: [
      `Someone asked ${business} to send ${things} to this address. If that was you, please confirm.`,
      `Then you’ll get it by email, with a few follow-up notes after that${texts ? ", and text messages to the number you left" : ""}. You can stop anytime.`,
    ],
    button: "Confirm my address",
    closing: [`The link works until ${until}. If it wasn’t you, ignore this email. Nothing else is sent.`],
  };
}
