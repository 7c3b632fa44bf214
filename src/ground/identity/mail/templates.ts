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

/** Lets a person choose a new password. @param link works once, for 1 hour */
export function resetMail({ productName, link }: { productName: string; link: string }): IdentityMail {
  return {
    subject: `Reset your ${productName} password`,
    ...layOutMail({
      brand: productName,
      paragraphs: [`Someone, most likely you, asked to reset the password of your ${productName} account.`],
      action: { label: "Choose a new password", url: link },
      closing: [
        "The link works once, for 1 hour.",
        "If it wasn't you, do nothing. Your password stays as it is.",
      ],
    }),
  };
}

/** Advice in every security email. */
export const ifNotYou = (resetLink: string) =>
  `If it wasn't you, choose a new password now: ${resetLink}\nThat logs out every device.`;

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
        `Your ${productName} account was opened from a browser that we have not seen before.`,
        `Device: ${device}\nPlace: ${place}\nTime: ${time}`,
        "If that was you, there is nothing to do.",
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
        `The password of your ${productName} account was changed. Every other device was logged out.`,
        ...(turnedOff ? turnedOffParagraphs(turnedOff) : []),
      ],
      action: turnedOffLink
        ? { label: "See what is turned off", url: turnedOffLink }
        : { label: "See your devices", url: link },
      closing: [ifNotYou(resetLink)],
    }),
  };
}

const turnedOffParagraphs = (turnedOff: string) => [
  `Nobody had verified this address before, so somebody else could have set up the account in your name. To be safe, we turned off ${turnedOff}. Earlier passkeys, authenticator apps, and connected logins no longer work.`,
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
    subject: "Your address is verified, and some things are turned off",
    ...layOutMail({
      brand: productName,
      paragraphs: [
        "You opened a login link from this address, so the address is now verified.",
        ...turnedOffParagraphs(turnedOff),
      ],
      action: { label: "See what is turned off", url: link },
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
      paragraphs: [`Someone, most likely you, wants to use this address for their ${productName} account.`],
      action: { label: "Use this address", url: link },
      closing: [
        "The link works once, for 24 hours. Open it where you are logged in, or log in first.",
        "If it wasn't you, do nothing. The account keeps its old address.",
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
    subject: "A new address was asked for",
    ...layOutMail({
      brand: productName,
      paragraphs: [
        `Someone, most likely you, asked to change the address of your ${productName} account to ${newEmail}.`,
        "It changes once the link that we mailed there is opened. Until then, nothing is different.",
      ],
      action: { label: "See or call off the change", url: link },
      closing: [`${ifNotYou(resetLink)} It also calls off the change.`],
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
        `Someone with another ${productName} account asked to change that account's address to yours. Your account stays as it is, and they can't use your address.`,
        "If that was you, from a second account of yours: log in here with this address, or use another address there.",
      ],
      action: { label: "Log in", url: link },
      closing: ["If it wasn't you, there is nothing to do."],
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
    subject: "Your address was changed",
    ...layOutMail({
      brand: productName,
      paragraphs: [`Your ${productName} account now uses ${newEmail}. This address no longer opens it.`],
      action: { label: "Write to us", url: link },
      closing: ["If it wasn't you, write to us from this address as soon as you can."],
    }),
  };
}

/** Lets a person sign in without a password. @param link works once, for 10 minutes */
export function magicLinkMail({ productName, link }: { productName: string; link: string }): IdentityMail {
  return {
    subject: `Log in to ${productName}`,
    ...layOutMail({
      brand: productName,
      paragraphs: [`Someone, most likely you, asked for a link to log in to your ${productName} account.`],
      action: { label: "Log in", url: link },
      closing: [
        "The link works once, for 10 minutes.",
        "If it wasn't you, do nothing, and give the link to nobody. It signs in whoever opens it.",
      ],
    }),
  };
}
