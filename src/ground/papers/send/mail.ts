import { layOutMail, type MailParts } from "#platform/mail/compose/layout.ts";
import type { Answer, Asks } from "../rules.ts";

/** What a tool says of its paper in the email that brings it. */
export interface PaperWords {
  readonly subject: string;
  /** `report`: how the email calls it. */
  readonly what: string;
  /** One sentence on what it contains. */
  readonly about: string;
  /** Why this person gets it. */
  readonly reason: string;
}

export interface PaperMail extends PaperWords {
  readonly business: string;
  readonly postalAddress: string | null;
  /** What the sender typed. */
  readonly personal: string;
  readonly url: string;
  /** The last day on which the link works. */
  readonly expires: string;
  readonly hasPasscode: boolean;
  readonly asks: Asks;
  readonly colors: MailParts["colors"];
}

const BUTTONS: Readonly<Record<Asks, string>> = {
  nothing: "Read",
  yes: "Review",
  signature: "Read and sign",
};

/** The email with a link to a paper, in the business's name. */
export function paperMail(mail: PaperMail): { subject: string; text: string; html: string } {
  const { business, what, expires } = mail;
  return {
    subject: mail.subject.slice(0, 200),
    ...layOutMail({
      paragraphs: [...mail.personal.split(/\n{2,}/).filter((part) => part.trim()), mail.about],
      action: { label: `${BUTTONS[mail.asks]} the ${what}`, url: mail.url },
      closing: [
        ...(mail.hasPasscode ? [`You’ll need a passcode from ${business}.`] : []),
        `The link works until ${expires}. Don’t share it. Anyone with the link can read the ${what}.`,
      ],
      signature: [business],
      colors: mail.colors,
      footer: { reason: mail.reason, postalAddress: `${business}\n${mail.postalAddress ?? ""}` },
    }),
  };
}

const DID: Readonly<Record<Answer | "viewed", string>> = {
  viewed: "opened",
  approved: "approved",
  declined: "declined",
  asked: "asked about",
};

/** The email that notifies the owners of what a recipient did. */
export function answeredMail({
  brand,
  did,
  name,
  title,
  words,
  address,
  link,
}: {
  readonly brand: string;
  readonly did: Answer | "viewed";
  readonly name: string;
  readonly title: string;
  readonly words: string;
  /** Where the paper was sent; empty for a link that was handed over. */
  readonly address: string;
  readonly link: string;
}): { subject: string; text: string; html: string } {
  const who = name || "Your client";
  return {
    subject: `${who} ${DID[did]}: ${title}`.slice(0, 400),
    ...layOutMail({
      brand,
      paragraphs: [
        `${who} ${DID[did]} “${title}”.`,
        ...(words ? [`Their note:\n${words}`] : []),
        ...(did === "asked" && address ? [`It was sent to ${address}. Reply to them there.`] : []),
      ],
      action: { label: "See it in your account", url: link },
    }),
  };
}
