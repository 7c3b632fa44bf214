import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { IdentityMail } from "../mail/templates.ts";

interface MailDetails {
  readonly productName: string;
  readonly provider: string;
  /** Where to undo it. */
  readonly link: string;
}

/** Notifies a person that a provider can now open their account. */
export function providerConnectedMail({ productName, provider, link }: MailDetails): IdentityMail {
  return {
    subject: `${provider} now opens your ${productName} account`,
    ...layOutMail({
      brand: productName,
      paragraphs: [`${provider} was connected to your ${productName} account. You can log in with it now.`],
      action: { label: "See your login methods", url: link },
      closing: ["If it wasn’t you, disconnect it and change your password."],
    }),
  };
}

/** Notifies a person that a provider can no longer open their account. */
export function providerDisconnectedMail({ productName, provider, link }: MailDetails): IdentityMail {
  return {
    subject: `${provider} no longer opens your ${productName} account`,
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `${provider} was disconnected from your ${productName} account. You can’t log in with it anymore.`,
      ],
      action: { label: "See your login methods", url: link },
      closing: ["If it wasn’t you, change your password."],
    }),
  };
}
