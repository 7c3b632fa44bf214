import { moment } from "#platform/time/format.ts";

/** How long the link of a confirmation mail works. */
export const CONFIRM_DAYS = 7;

/**
 * What somebody reads who left an address on a form that asks to confirm it. The same for everybody: whether
 * an address is known here is nobody else's business.
 */
export const CHECK_YOUR_MAIL = {
  title: "Look in your mail",
  text:
    "A mail from us asks whether the address is yours. Press the button in it, and what you asked for comes right after. It usually takes a " +
    "minute; if you don’t see it, look in the spam folder. If you asked a short while ago, it is the mail you already have. If you have " +
    "confirmed your address before, there is nothing more to do.",
} as const;

/** What of a lead says whether their address waits to be confirmed. */
export interface ConfirmState {
  readonly unconfirmedSince: Temporal.Instant | null;
  readonly confirmAskedAt: Temporal.Instant | null;
}

/** When the newest link to confirm an address ends; null while none went out. */
export const confirmEnds = ({ confirmAskedAt }: ConfirmState): Temporal.Instant | null =>
  confirmAskedAt?.add({ hours: 24 * CONFIRM_DAYS }) ?? null;

/** How the confirmation of an address stands, as the owner reads it; null where nothing is waited for. */
export function confirmationNotice(lead: ConfirmState, now: Temporal.Instant, zone: string): string | null {
  if (!lead.unconfirmedSince) return null;
  const ends = confirmEnds(lead);
  if (ends && Temporal.Instant.compare(ends, now) <= 0) return "Not confirmed";
  return `Waiting for confirmation since ${moment(lead.confirmAskedAt ?? lead.unconfirmedSince, zone).words}`;
}

/**
 * The mail that asks somebody to confirm their address, in plain words. The name that was typed is not in it:
 * anybody can type anything there.
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
    subject: `Is this your address? ${business} was asked to write to you`.slice(0, 200),
    paragraphs: [
      `Somebody asked ${business} to send ${things} to this address. If that was you, please confirm it.`,
      `You then get it by mail, and a few follow-up notes after it${texts ? ", and text messages to the number you left" : ""}. You can stop it at any time.`,
    ],
    button: "Confirm my address",
    closing: [`The link works until ${until}. If it wasn’t you, do nothing: nothing more is sent.`],
  };
}
