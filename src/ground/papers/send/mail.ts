import { layOutMail, type MailParts } from "#platform/mail/compose/layout.ts";
import type { Asks } from "../rules.ts";

/** What a tool says of its paper in the email that brings it. */
export interface PaperWords {
  readonly subject: string;
  /** `report`: how the email calls it. */
  readonly what: string;
  /** One sentence on what it contains. */
  readonly about: string;
  /** Why this person gets it. */
  readonly reason: string;
  /** What its readers do with it; default: "read". */
  readonly verb?: string;
  /** What its button says; default: to read, review or sign it. */
  readonly button?: string;
  /** What it says of its link; default: until when it works. */
  readonly closing?: string;
}

/** An email that waits until it is its recipient's turn. */
export interface WaitingMail {
  readonly words: PaperWords;
  /** Of the recipient; empty if it isn't known. */
  readonly name: string;
  /** What the sender typed. */
  readonly personal: string;
  /** How long its link works, from when it is sent. */
  readonly days: number;
  readonly hasPasscode: boolean;
  /** IANA zone of the job. */
  readonly zone: string;
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
      action: { label: mail.button ?? `${BUTTONS[mail.asks]} the ${what}`, url: mail.url },
      closing: [
        ...(mail.hasPasscode ? [`You’ll need a passcode from ${business}.`] : []),
        mail.closing ??
          `The link works until ${expires}. Don’t share it. Anyone with the link can ${mail.verb ?? "read"} the ${what}.`,
      ],
      signature: [business],
      colors: mail.colors,
      footer: { reason: mail.reason, postalAddress: `${business}\n${mail.postalAddress ?? ""}` },
    }),
  };
}
