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
    subject: "Authenticator app added",
    happened:
      "Authenticator app added to your account. From now on, you’ll need a code from it when you log in with your password.",
    else: "If you’re asked for a code you don’t have, write to us.",
  }),
  "totp-removed": () => ({
    subject: "Two-step login was turned off",
    happened:
      "The authenticator app and its recovery codes were removed from your account. You no longer need a code to log in.",
  }),
  "recovery-codes-made": () => ({
    subject: "New recovery codes created",
    happened: "New recovery codes were created for your account. The old ones no longer work.",
  }),
  "recovery-code-used": (left: string) => ({
    subject: "Recovery code used",
    happened: "Someone logged in to your account with one of your recovery codes.",
    ifYou: left,
  }),
  "passkey-added": (name: string) => ({
    subject: "Passkey added",
    happened: `This passkey was added to your account: “${name}”. It can open your account without your password.`,
    else: "Remove that passkey.",
  }),
  "passkey-removed": (name: string) => ({
    subject: "Passkey removed",
    happened: `This passkey was removed from your account: “${name}”. It can’t open your account anymore.`,
  }),
  "codes-guessed": () => ({
    subject: "Someone is guessing your codes",
    happened:
      "Someone entered five wrong codes for your account. They got past the first step, so they may have your password. We’re blocking codes for ten minutes.",
    ifYou: "If that was you, wait ten minutes, and make sure your phone sets its clock automatically.",
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
        notice.ifYou ?? "If that was you, you’re all set.",
      ],
      action: { label: "See your login methods", url: link },
      closing: [[ifNotYou(resetLink), notice.else].filter(Boolean).join(" "), `Write to us: ${contactLink}`],
    }),
  };
}
