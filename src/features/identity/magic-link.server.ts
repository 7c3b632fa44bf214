import { withSystem } from "#platform/db/scope.server.ts";
import { beginChallenge, dropChallenges, readChallenge, takeChallenge } from "./challenges.server.ts";
import { dropBegun, findByEmail, findById, lockPerson, settleMailbox } from "./data.server.ts";
import { type Origin, recordEvent } from "./events.server.ts";
import { magicLinkMail } from "./mail.ts";
import { mailPerson } from "./mail-person.server.ts";
import { safeNext } from "./rules.ts";

// No longer than ASVS 6.5.5 lets a link live that signs somebody in.
const LIFETIME = { minutes: 10 } as const;

/** Queues a mail with a link to sign in if there is an account; silent otherwise. @param next where they were going, from outside */
export async function requestMagicLink(email: string, next: string | null): Promise<void> {
  await withSystem(async (ctx) => {
    const person = await findByEmail(ctx.db, email);
    if (!person) return;
    const data = { email, next: safeNext(next) };
    const token = await beginChallenge({ kind: "magic-link", userId: person.id, data }, LIFETIME, ctx.db);
    await mailPerson(ctx, person, ({ productName, link }) => magicLinkMail({ productName, link: link(`/login/link/open?token=${token}`) }));
  });
}

/** Whom a link signs in, or undefined when it is wrong, used or expired. Changes nothing. */
export async function findMagicLink(token: string): Promise<{ readonly email: string; readonly emailVerified: boolean } | undefined> {
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
 * Uses a link up. It shows that its holder reads mail at the address, which is verified by it; where it had not been, what was set up
 * before opens the account no more, the password included, and the person is led to choose one.
 * @returns undefined when the link is wrong, used or expired; of two at once one gets it
 */
export async function takeMagicLink(token: string, origin: Origin): Promise<UsedLink | undefined> {
  return withSystem(async ({ db, now }) => {
    const challenge = await takeChallenge("magic-link", token, db);
    const person = challenge?.userId ? await lockPerson(db, challenge.userId) : undefined;
    if (!challenge || !person || person.email !== challenge.data["email"]) return undefined;
    await dropChallenges(person.id, "magic-link", db);
    if (await settleMailbox(db, person.id, now, { keepPassword: false })) return { userId: person.id, next: challenge.data["next"] ?? "" };
    await dropBegun(db, person.id);
    await recordEvent(person.id, "email-verified", origin, {}, db);
    return { userId: person.id, next: "/account/settings/you?notice=choose-password" };
  });
}
