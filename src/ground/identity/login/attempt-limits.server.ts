import type { RouterContextProvider } from "react-router";
import { now } from "#platform/db/scope.server.ts";
import {
  addressKey,
  createLimiter,
  type Limiter,
  type Verdict,
} from "#platform/http/limits/limits.server.ts";

const MINUTES = 60;
const HOUR = 3600;

/** Wrong passwords per account; right ones are forgotten (see log-in). */
export const signInsPerAccount = createLimiter({
  name: "sign-in per account",
  limit: 10,
  windowSeconds: 10 * MINUTES,
});
/** Wrong passwords per client address, whatever the account. */
export const signInsPerAddress = createLimiter({
  name: "sign-in per address",
  limit: 50,
  windowSeconds: 10 * MINUTES,
});
/**
 * Registrations. Generous: a person may need several tries at a password, and an office shares one address.
 */
export const registrationsPerEmail = createLimiter({
  name: "register per email",
  limit: 60,
  windowSeconds: HOUR,
});
export const registrationsPerAddress = createLimiter({
  name: "register per address",
  limit: 30,
  windowSeconds: HOUR,
});
/** Accounts made for other spellings of one mailbox, such as with a plus: each gets a verification email. */
export const registrationsPerMailbox = createLimiter({
  name: "register per mailbox",
  limit: 8,
  windowSeconds: HOUR,
});
/** Reset mails: nobody's inbox is flooded through us. */
export const resetsPerEmail = createLimiter({ name: "reset per email", limit: 3, windowSeconds: HOUR });
export const resetsPerAddress = createLimiter({ name: "reset per address", limit: 20, windowSeconds: HOUR });
/** Mails with a link to sign in, for the same reason. */
export const linksPerEmail = createLimiter({ name: "sign-in link per email", limit: 3, windowSeconds: HOUR });
export const linksPerAddress = createLimiter({
  name: "sign-in link per address",
  limit: 20,
  windowSeconds: HOUR,
});
/** New addresses that a person asks for, and mails to one such address, whoever asks. */
export const emailChangesPerPerson = createLimiter({
  name: "change of email per person",
  limit: 5,
  windowSeconds: HOUR,
});
export const emailChangesPerEmail = createLimiter({
  name: "change of email per new email",
  limit: 3,
  windowSeconds: HOUR,
});
/** Further verification mails per person. */
export const verificationsPerPerson = createLimiter({
  name: "verification per person",
  limit: 3,
  windowSeconds: HOUR,
});

/** Counts one attempt by this caller's address, where limits per address apply to it at all. */
export function checkAddress(limiter: Limiter, context: Readonly<RouterContextProvider>): Verdict {
  const key = addressKey(context);
  return key === undefined ? { ok: true, retryAfterSeconds: 0 } : limiter.check(key, now());
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs work for one key after another. A hundred guesses sent at once would otherwise all be under way before
 * the first is counted, and a person's own right passwords, sent at once, would be counted as guesses.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(key, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === mine) turns.delete(key);
  }
}
