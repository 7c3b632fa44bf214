import type { MailParts } from "#platform/mail/compose/layout.ts";
import { greetingName } from "#platform/names/greeting-name.ts";
import { placeRecentWork, type RecentWorkBlock } from "./recent-work.ts";
import { fillPlaceholders, type MatterFills } from "./placeholders.ts";

export interface StepMail extends MailParts {
  readonly subject: string;
}

export interface MailWords {
  readonly kind: "gift" | "mail";
  readonly subject: string;
  readonly body: string;
  /** The body ends with its own signature. */
  readonly signed?: true | undefined;
}

/** What surrounds every email of a business. */
export interface MailFrame {
  readonly businessName: string;
  /** Lines, maybe none. */
  readonly signature: readonly string[];
  /** Absolute URL. */
  readonly logoUrl: string | null;
  readonly colors: MailParts["colors"];
  readonly postalAddress: string;
  readonly reviewLink?: string | null | undefined;
  /** Why the reader gets it; undefined if they asked for it. */
  readonly reason?: string | undefined;
}

/** Lays out a step as an email in the business's look. Pure: sending and previews share it. */
export function mailParts(
  step: MailWords,
  frame: MailFrame,
  {
    name,
    giftUrl,
    unsubscribeUrl,
    referralLink,
    visitLink,
    recentWork,
    matter,
  }: {
    name: string;
    giftUrl?: string | undefined;
    unsubscribeUrl: string;
    referralLink?: string | null | undefined;
    visitLink?: string | null | undefined;
    recentWork?: RecentWorkBlock | null | undefined;
    matter?: Partial<MatterFills> | undefined;
  },
): StepMail {
  const { businessName, logoUrl } = frame;
  const words = {
    firstName: greetingName(name),
    business: businessName,
    reviewLink: frame.reviewLink,
    referralLink,
    visitLink,
    matter,
  };
  const signsItself = step.kind === "mail" && step.signed === true;
  const signature = signsItself ? [] : frame.signature;
  // Before anything is filled in, so that no value is read as a placeholder.
  const { paragraphs: written, at } = placeRecentWork(step.body, Boolean(recentWork));
  const paragraphs = written.map((paragraph) => fillPlaceholders(paragraph, words));
  // An email without a signature ends with who sends it; don't repeat that.
  if (signature.length && endsWithSender(paragraphs.at(-1), businessName)) paragraphs.pop();
  return {
    subject: fillPlaceholders(step.subject, words),
    paragraphs,
    pictures:
      at === null || !recentWork
        ? undefined
        : {
            at,
            title: "Some of our recent work:",
            pictures: recentWork.pictures,
            link: { label: "See more of our work", url: recentWork.page },
          },
    action: giftUrl === undefined ? undefined : { label: "Open your copy", url: giftUrl },
    signature,
    logo: logoUrl === null ? undefined : { url: logoUrl, alt: businessName },
    colors: frame.colors,
    footer: {
      reason: frame.reason ?? `You’re getting this because you asked ${businessName} for it.`,
      postalAddress: `${businessName}\n${frame.postalAddress}`,
      unsubscribe: { label: "Unsubscribe", url: unsubscribeUrl },
    },
  };
}

/** Whether a paragraph is the business's name, maybe below a person's. "Thanks," above it is no name. */
function endsWithSender(paragraph: string | undefined, businessName: string): boolean {
  const lines = (paragraph ?? "").trim().split("\n");
  const isName = lines.length === 1 || (lines.length === 2 && !/[,.!?:]\s*$/.test(lines[0]!));
  return isName && lines.at(-1)!.trim() === businessName;
}
