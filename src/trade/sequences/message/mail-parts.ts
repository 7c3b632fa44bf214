import type { MailParts } from "#platform/mail/compose/layout.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { fillPlaceholders } from "./placeholders.ts";

/** A mail as it is laid out, and its subject. */
export interface StepMail extends MailParts {
  readonly subject: string;
}

/** The words of a step that becomes a mail. */
export interface MailWords {
  readonly kind: "gift" | "mail";
  readonly subject: string;
  readonly body: string;
  /** The words end with a signature of their own. */
  readonly signed?: true | undefined;
}

/** What a business puts around the words of each of its mails. */
export interface MailFrame {
  readonly businessName: string;
  /** Lines; none where it has no signature. */
  readonly signature: readonly string[];
  /** The whole address of its logo. */
  readonly logoUrl: string | null;
  readonly colors: MailParts["colors"];
  readonly postalAddress: string;
  /** Where clients may write a review. */
  readonly reviewLink?: string | null | undefined;
  /** Why its reader gets a mail, for who came in this way; none: they asked for it. */
  readonly reason?: string | undefined;
}

/**
 * What a step says to somebody, in the words, the look and with the signature of the business. Pure: what
 * sends and previews ask it alike.
 */
export function mailParts(
  step: MailWords,
  frame: MailFrame,
  {
    name,
    giftUrl,
    unsubscribeUrl,
    referralLink,
  }: {
    name: string;
    giftUrl?: string | undefined;
    unsubscribeUrl: string;
    referralLink?: string | null | undefined;
  },
): StepMail {
  const { businessName, logoUrl } = frame;
  const words = {
    firstName: greetingName(name),
    business: businessName,
    reviewLink: frame.reviewLink,
    referralLink,
  };
  const signsItself = step.kind === "mail" && step.signed === true;
  const signature = signsItself ? [] : frame.signature;
  const paragraphs = fillPlaceholders(step.body, words).split(/\n{2,}/);
  // The name alone is how a mail ends that has no signature.
  if (signature.length && paragraphs.at(-1)?.trim() === businessName) paragraphs.pop();
  return {
    subject: fillPlaceholders(step.subject, words),
    paragraphs,
    action: giftUrl === undefined ? undefined : { label: "Open your copy", url: giftUrl },
    signature,
    logo: logoUrl === null ? undefined : { url: logoUrl, alt: businessName },
    colors: frame.colors,
    footer: {
      reason: frame.reason ?? `You get this because you asked ${businessName} for it.`,
      postalAddress: `${businessName}\n${frame.postalAddress}`,
      unsubscribe: { label: "Unsubscribe", url: unsubscribeUrl },
    },
  };
}
