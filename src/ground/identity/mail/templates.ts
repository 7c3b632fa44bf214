import { layOutMail } from "#platform/mail/compose/layout.ts";

export interface IdentityMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Asks a new person to verify their address. @param link works for 3 days */
export function verificationMail({ productName, link }: { productName: string; link: string }): IdentityMail {
  return {
    subject: `Verify your address for ${productName}`,
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `You (or someone using your email) just created a ${productName} account.`,
        "Verify your address so you can send follow-ups and invite your team.",
      ],
      action: { label: "Verify my email", url: link },
      closing: [
        "The link works for 3 days. You may need to log in first.",
        "If it wasn’t you, ignore this email. Without your OK, the account can’t send email to anyone.",
      ],
    }),
  };
}

/** Lets a person choose a new password. @param link works once, for 1 hour */
export function resetMail({ productName, link }: { productName: string; link: string }): IdentityMail {
  return {
    subject: `Reset your ${productName} password`,
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `You (or someone using your email) asked to reset the password for your ${productName} account.`,
      ],
      action: { label: "Choose a new password", url: link },
      closing: [
        "The link works once, for 1 hour.",
        "If it wasn’t you, ignore this email. Your password won’t change.",
      ],
    }),
  };
}

/** Advice in every security email. */
export const ifNotYou = (resetLink: string) =>
  `If it wasn’t you, change your password now: ${resetLink}\nThat logs out every device.`;

/** Notifies a person of a sign-in from an unknown browser. */
export function newDeviceMail(about: {
  productName: string;
  device: string;
  place: string;
  time: string;
  link: string;
  resetLink: string;
}): IdentityMail {
  const { productName, device, place, time, link, resetLink } = about;
  return {
    subject: "New login to your account",
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `Your ${productName} account was just opened in a browser we haven’t seen before.`,
        `Device: ${device}\nPlace: ${place}\nTime: ${time}`,
        "If that was you, you’re all set.",
      ],
      action: { label: "See your devices", url: link },
      closing: [ifNotYou(resetLink)],
    }),
  };
}

/**
 * Notifies a person that their password was changed.
 * @param about.turnedOff what was turned off because the address had not been verified before, in words
 */
export function passwordChangedMail(about: {
  productName: string;
  link: string;
  resetLink: string;
  turnedOff?: string;
  turnedOffLink?: string;
}): IdentityMail {
  const { productName, link, resetLink, turnedOff, turnedOffLink } = about;
  return {
    subject: "Your password was changed",
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `The password for your ${productName} account was changed. We logged out all your other devices.`,
        ...(turnedOff ? turnedOffParagraphs(turnedOff) : []),
      ],
      action: turnedOffLink
        ? { label: "See what’s turned off", url: turnedOffLink }
        : { label: "See your devices", url: link },
      closing: [ifNotYou(resetLink)],
    }),
  };
}

const turnedOffParagraphs = (turnedOff: string) => [
  `No one had verified this address before, so someone else could have set up the account in your name. To be safe, we turned off ${turnedOff}. Earlier passkeys, authenticator apps, and connected logins no longer work.`,
  "If you set these up yourself, log in and turn each one on again. Nothing was deleted.",
];

/**
 * Notifies a person who opened a login link of what was turned off because the address had not been verified
 * before.
 * @param about.turnedOff what it was, in words
 * @param about.link where to turn each thing on again
 */
export function turnedOffMail({
  productName,
  turnedOff,
  link,
}: {
  productName: string;
  turnedOff: string;
  link: string;
}): IdentityMail {
  return {
    subject: "Your email is verified, and some things are turned off",
    ...layOutMail({
      brand: productName,
      paragraphs: [
        "You opened a login link from this address, so the address is now verified.",
        ...turnedOffParagraphs(turnedOff),
      ],
      action: { label: "See what’s turned off", url: link },
    }),
  };
}

/**
 * Asks the reader at a new address whether it is theirs.
 * @param link works once, for 24 hours, and only for the person who asked
 */
export function changeEmailMail({ productName, link }: { productName: string; link: string }): IdentityMail {
  return {
    subject: `Your new address for ${productName}`,
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `You (or someone using your email) asked to use this address for a ${productName} account.`,
      ],
      action: { label: "Use this address", url: link },
      closing: [
        "The link works once, for 24 hours. Open it on a device where you’re logged in, or log in first.",
        "If it wasn’t you, ignore this email. The account will keep its old address.",
      ],
    }),
  };
}

/** Notifies the current address that a change was requested. */
export function changeAskedMail(about: {
  productName: string;
  newEmail: string;
  link: string;
  resetLink: string;
}): IdentityMail {
  const { productName, newEmail, link, resetLink } = about;
  return {
    subject: "Someone asked to change your email",
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `You (or someone logged in as you) asked to change the email for your ${productName} account to ${newEmail}.`,
        "It changes when you open the link we sent there. Until then, nothing changes.",
      ],
      action: { label: "See or cancel the change", url: link },
      closing: [`${ifNotYou(resetLink)} That also cancels the change.`],
    }),
  };
}

/** Notifies an account holder that another account asked for their address. */
export function addressTakenMail({ productName, link }: { productName: string; link: string }): IdentityMail {
  return {
    subject: "Someone tried to use your address",
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `Someone with a different ${productName} account tried to switch it to your email. We didn’t let them, and nothing about your account changed.`,
        "If that was you, from a second account: log in here with this address, or use a different address there.",
      ],
      action: { label: "Log in", url: link },
      closing: ["If it wasn’t you, you don’t need to do anything."],
    }),
  };
}

/** Notifies the old address of the change. */
export function emailChangedMail({
  productName,
  newEmail,
  link,
}: {
  productName: string;
  newEmail: string;
  link: string;
}): IdentityMail {
  return {
    subject: "Your email was changed",
    ...layOutMail({
      brand: productName,
      paragraphs: [`Your ${productName} account now uses ${newEmail}. This address no longer opens it.`],
      action: { label: "Write to us", url: link },
      closing: ["If it wasn’t you, write to us from this address as soon as you can."],
    }),
  };
}

/** Lets a person sign in without a password. @param link works once, for 10 minutes */
export function magicLinkMail({ productName, link }: { productName: string; link: string }): IdentityMail {
  return {
    subject: `Log in to ${productName}`,
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `You (or someone using your email) asked for a link to log in to your ${productName} account.`,
      ],
      action: { label: "Log in", url: link },
      closing: [
        "The link works once, for 10 minutes.",
        "If it wasn’t you, ignore this email and don’t share the link. Anyone who opens it is logged in.",
      ],
    }),
  };
}
