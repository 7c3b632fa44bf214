import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { IdentityMail } from "../mail/templates.ts";

interface Words {
  readonly productName: string;
  /** The provider's name. */
  readonly provider: string;
  /** Where it can be undone. */
  readonly link: string;
}

/** Tells a person that a provider opens their account from now on. */
export function providerConnectedMail({ productName, provider, link }: Words): IdentityMail {
  return {
    subject: `${provider} now opens your ${productName} account`,
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `${provider} was connected to your ${productName} account. From now on you can log in with it.`,
      ],
      action: { label: "See how you log in", url: link },
      closing: ["If it wasn't you, disconnect it there, and change your password."],
    }),
  };
}

/** Tells a person that a provider no longer opens their account. */
export function providerDisconnectedMail({ productName, provider, link }: Words): IdentityMail {
  return {
    subject: `${provider} no longer opens your ${productName} account`,
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `${provider} was disconnected from your ${productName} account. You can no longer log in with it.`,
      ],
      action: { label: "See how you log in", url: link },
      closing: ["If it wasn't you, change your password."],
    }),
  };
}
