import { layOutMail } from "#platform/mail/layout.ts";

/** A mail ready to be queued. */
export interface IdentityMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Asks a new person to show that the address is theirs.
 * @param link works for 3 days
 */
export function verificationMail({ productName, link }: { productName: string; link: string }): IdentityMail {
  return {
    subject: `Verify your address for ${productName}`,
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `Someone, most likely you, made a ${productName} account with this address.`,
        "Verify it, and you can send follow-ups and invite your team.",
      ],
      action: { label: "Verify my address", url: link },
      closing: [
        "The link works for 3 days. You may be asked to log in first.",
        "If it wasn't you, do nothing. Without your OK the account can't send mail to anyone.",
      ],
    }),
  };
}

/**
 * Lets a person choose a new password.
 * @param link works once, for 1 hour
 */
export function resetMail({ productName, link }: { productName: string; link: string }): IdentityMail {
  return {
    subject: `Reset your ${productName} password`,
    ...layOutMail({
      brand: productName,
      paragraphs: [`Someone, most likely you, asked to reset the password of your ${productName} account.`],
      action: { label: "Choose a new password", url: link },
      closing: ["The link works once, for 1 hour.", "If it wasn't you, do nothing. Your password stays as it is."],
    }),
  };
}
