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

// No longer than ASVS 6.5.5 lets a link live that signs somebody in.
const LIFETIME = { minutes: 10 } as const;

/**
 * Queues a mail with a link to sign in if there is an account; silent otherwise.
 * @param next where they were going, from outside
 */
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

/** Whom a link signs in, or undefined when it is wrong, used or expired. Changes nothing. */
export async function findMagicLink(
  token: string,
): Promise<{ readonly email: string; readonly emailVerified: boolean } | undefined> {
  const challenge = await readChallenge("magic-link", token);
  const person = challenge?.userId ? await findById(challenge.userId) : undefined;
  return person?.email === challenge?.data["email"] ? person : undefined;
}

/** What a link came to. */
interface UsedLink {
  readonly userId: string;
  /** Where they were going when they asked for it. */
  readonly next: string;
}

/**
 * Uses a link up. It shows that its holder reads email at the address, which is verified by it. Where it had
 * not been, whatever was set up before opens the account no more, the password included, and acts no more for
 * it; and the person is led to choose a password. A browser that is signed in to the account already shows
 * that it was set up by the same person: then it all stays.
 * @param presentUserId whom the browser that sends it is signed in as, if anybody
 * @returns undefined when the link is wrong, used or expired; of two at once one gets it
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
