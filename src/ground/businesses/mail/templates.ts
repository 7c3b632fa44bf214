import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { Attachment } from "#platform/mail/message.ts";
import { ROLE_LABELS, type Role } from "../rules.ts";

export interface ProductMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** For the List-Unsubscribe header. */
  readonly unsubscribeUrl?: string;
  /** UUID; generated if omitted. */
  readonly id?: string;
  /** Instead of the product's name. */
  readonly fromName?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
  /** Whom it is about; erasing them deletes it. */
  readonly aboutId?: string;
}

const article = (role: Role) => (role === "owner" ? "an" : "a");

/** Invites a person to a business. @param link works for 14 days, for that address only */
export function inviteMail(words: {
  brand: string;
  business: string;
  inviter: string;
  role: Role;
  link: string;
}): ProductMail {
  const { brand, business, inviter, role, link } = words;
  return {
    subject: `${inviter} invited you to join ${business}`,
    ...layOutMail({
      brand,
      paragraphs: [
        `${inviter} invited you to join ${business} on ${brand} as ${article(role)} ${role}.`,
        `What you’ll be able to do: ${ROLE_LABELS[role].words.replace(/^./, (first) => first.toLowerCase())}`,
      ],
      action: { label: "See the invitation", url: link },
      closing: [
        "The link works for 14 days, for this address only. No account yet? You can create one for free along the way.",
        "Don’t know who this is? Ignore this email. To reach them, just reply.",
      ],
    }),
  };
}

/** Notifies a person that they now own a business. */
export function ownerMail(words: {
  brand: string;
  business: string;
  giver: string;
  link: string;
}): ProductMail {
  const { brand, business, giver, link } = words;
  return {
    subject: `You’re now an owner of ${business}`,
    ...layOutMail({
      brand,
      paragraphs: [
        `${giver} made you an owner of ${business}. You decide who works there, how it sends email, and whether it stays open.`,
      ],
      action: { label: "See your team", url: link },
      closing: ["If you didn’t expect this, reply to this email to reach them."],
    }),
  };
}

/** Confirms to an owner that they made another person an owner, and says what to do if they didn't. */
export function handedOverMail(words: {
  brand: string;
  business: string;
  taker: string;
  stays: Role;
  link: string;
}): ProductMail {
  const { brand, business, taker, stays, link } = words;
  return {
    subject: `${business} has a new owner`,
    ...layOutMail({
      brand,
      paragraphs: [
        `You made ${taker} an owner of ${business}. You are ${article(stays)} ${stays} there now.`,
        "If you didn’t do this, change your password right away and write to us through the contact page.",
      ],
      action: { label: "See your team", url: link },
    }),
  };
}

/** Notifies a person that they were removed from a business. */
export function removedMail({ brand, business }: { brand: string; business: string }): ProductMail {
  return {
    subject: `You no longer have access to ${business}`,
    ...layOutMail({
      brand,
      paragraphs: [
        `You were removed from ${business} on ${brand}. You can’t see its leads, guides, and jobs anymore.`,
        "Your own account stays as it is: your login, your settings, and any other business you belong to.",
      ],
      closing: ["If that’s a mistake, ask its owner to invite you again."],
    }),
  };
}
