import { layOutMail } from "#platform/mail/compose/layout.ts";
import { type IdentityMail, ifNotYou } from "../mail/templates.ts";

/** Security emails, for changes in who can get into an account. */
interface Notice {
  /** Under 50 characters, without a name. */
  readonly subject: string;
  readonly happened: string;
  /** What to do if it was the person; default: nothing. */
  readonly ifYou?: string;
  /** What to do if it was someone else, besides choosing a new password. */
  readonly else?: string;
}

/** Notices about two-step login and passkeys. `name` is the passkey's. */
export const NOTICES = {
  "totp-added": () => ({
    subject: "An authenticator app was added",
    happened:
      "An authenticator app was added to your account. From now on, logging in with your password also takes a code from it.",
    else: "If you are then asked for a code that you don't have, write to us.",
  }),
  "totp-removed": () => ({
    subject: "Two-step login was turned off",
    happened:
      "The authenticator app was removed from your account, and its recovery codes with it. Logging in takes no code any more.",
  }),
  "recovery-codes-made": () => ({
    subject: "New recovery codes were made",
    happened: "New recovery codes were made for your account. The old ones no longer work.",
  }),
  "recovery-code-used": (left: string) => ({
    subject: "A recovery code was used",
    happened: "Somebody logged in to your account with one of your recovery codes.",
    ifYou: left,
  }),
  "passkey-added": (name: string) => ({
    subject: "A passkey was added",
    happened: `A passkey was added to your account: “${name}”. It opens your account without your password.`,
    else: "Then remove that passkey.",
  }),
  "passkey-removed": (name: string) => ({
    subject: "A passkey was removed",
    happened: `A passkey was removed from your account: “${name}”. It no longer opens it.`,
  }),
  "codes-guessed": () => ({
    subject: "Somebody is guessing your codes",
    happened:
      "Five wrong codes were given for your account, by somebody who has your password or another way past the first step. For ten minutes we take no more.",
    ifYou: "If that was you, wait ten minutes, and check that your phone sets its clock by itself.",
  }),
} satisfies Record<string, (word: string) => Notice>;
export type NoticeKind = keyof typeof NOTICES;

/**
 * Notifies a person of a change in how their account is opened, so that an attacker can't change it silently.
 */
export function securityMail(about: {
  productName: string;
  notice: Notice;
  device: string;
  place: string;
  time: string;
  link: string;
  resetLink: string;
  contactLink: string;
}): IdentityMail {
  const { productName, notice, device, place, time, link, resetLink, contactLink } = about;
  return {
    subject: notice.subject,
    ...layOutMail({
      brand: productName,
      paragraphs: [
        notice.happened,
        `${device}\n${place}\n${time}`,
        notice.ifYou ?? "If that was you, there is nothing to do.",
      ],
      action: { label: "See how you log in", url: link },
      closing: [[ifNotYou(resetLink), notice.else].filter(Boolean).join(" "), `Write to us: ${contactLink}`],
    }),
  };
}
