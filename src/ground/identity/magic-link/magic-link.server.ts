import { withSystem } from "#platform/db/scope.server.ts";
import {
  beginChallenge,
  deleteChallenges,
  readChallenge,
  consumeChallenge,
} from "../login/challenges.server.ts";
import { findByEmail, findById, lockPerson } from "../queries.server.ts";
import { type Origin, recordEvent } from "../security/events.server.ts";
import { magicLinkMail, turnedOffMail } from "../mail/templates.ts";
import { mailPerson } from "../mail/mail-person.server.ts";
import { safeNext, TURNED_OFF } from "../rules.ts";
import { verifyMailbox } from "../register/verify-mailbox.server.ts";

// The maximum that ASVS 6.5.5 allows for login links.
const LIFETIME = { minutes: 10 } as const;

/** Queues an email with a login link if the address has an account. @param next untrusted destination */
export async function requestMagicLink(email: string, next: string | null): Promise<void> {
  await withSystem(async (ctx) => {
    const person = await findByEmail(ctx.db, email);
    if (!person) return;
    const data = { email, next: safeNext(next) };
    const token = await beginChallenge({ kind: "magic-link", userId: person.id, data }, LIFETIME, ctx.db);
    await mailPerson(ctx, person, ({ productName, link }) =>
      magicLinkMail({ productName, link: link(`/login/link/open?token=${token}`) }),
    );
  });
}

/** The person a link signs in; undefined when it is wrong, used or expired. Doesn't use it up. */
export async function findMagicLink(
  token: string,
): Promise<{ readonly email: string; readonly emailVerified: boolean } | undefined> {
  const challenge = await readChallenge("magic-link", token);
  const person = challenge?.userId ? await findById(challenge.userId) : undefined;
  return person?.email === challenge?.data["email"] ? person : undefined;
}

interface UsedLink {
  readonly userId: string;
  /** Their destination when they asked for the link. */
  readonly next: string;
}

/**
 * Uses up a login link, which verifies the address. If it was unverified, everything set up before stops
 * working, including the password, unless the browser is already signed in to the account.
 * @param presentUserId the person signed in on this browser, if any
 * @returns undefined when the link is wrong, used or expired; of two concurrent uses, one succeeds
 */
export async function consumeMagicLink(
  token: string,
  origin: Origin,
  presentUserId: string | undefined,
): Promise<UsedLink | undefined> {
  return withSystem(async (ctx) => {
    const { db, now } = ctx;
    const challenge = await consumeChallenge("magic-link", token, db);
    const person = challenge?.userId ? await lockPerson(db, challenge.userId) : undefined;
    if (!challenge || !person || person.email !== challenge.data["email"]) return undefined;
    await deleteChallenges(person.id, "magic-link", db);
    const isSignedIn = presentUserId === person.id;
    const { wasVerified, turnedOff } = await verifyMailbox(db, person.id, now, {
      keepPassword: false,
      isSignedIn,
    });
    if (!wasVerified)
      await recordEvent(person.id, "email-verified", origin, turnedOff ? { turnedOff } : {}, db);
    if (wasVerified || isSignedIn) return { userId: person.id, next: challenge.data["next"] ?? "" };
    if (turnedOff)
      await mailPerson(ctx, person, ({ productName, link }) =>
        turnedOffMail({ productName, turnedOff, link: link(TURNED_OFF) }),
      );
    return {
      userId: person.id,
      next: `/account/settings/you?notice=${turnedOff ? "turned-off" : "choose-password"}`,
    };
  });
}
