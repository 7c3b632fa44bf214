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

/** Wrong passwords per account. A correct one resets the count (see checkPassword). */
export const signInsPerAccount = createLimiter({
  name: "sign-in per account",
  limit: 10,
  windowSeconds: 10 * MINUTES,
});
/** Wrong passwords per client address, across accounts. */
export const signInsPerAddress = createLimiter({
  name: "sign-in per address",
  limit: 50,
  windowSeconds: 10 * MINUTES,
});
/**
 * Registrations. Generous, because a person may need several tries at a password, and an office shares one
 * address.
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
/**
 * Accounts under other spellings of one mailbox, such as with a plus sign. Each gets a verification email.
 */
export const registrationsPerMailbox = createLimiter({
  name: "register per mailbox",
  limit: 8,
  windowSeconds: HOUR,
});
/** Reset emails, so that we can't be used to flood a mailbox. */
export const resetsPerEmail = createLimiter({ name: "reset per email", limit: 3, windowSeconds: HOUR });
export const resetsPerAddress = createLimiter({ name: "reset per address", limit: 20, windowSeconds: HOUR });
/** Emailed login links, for the same reason. */
export const linksPerEmail = createLimiter({ name: "sign-in link per email", limit: 3, windowSeconds: HOUR });
export const linksPerAddress = createLimiter({
  name: "sign-in link per address",
  limit: 20,
  windowSeconds: HOUR,
});
/** Address changes per person, and emails per new address across people. */
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
/** Repeated verification emails per person. */
export const verificationsPerPerson = createLimiter({
  name: "verification per person",
  limit: 3,
  windowSeconds: HOUR,
});

/** Counts an attempt by the caller's address, if limits per address apply to it. */
export function checkAddress(limiter: Limiter, context: Readonly<RouterContextProvider>): Verdict {
  const key = addressKey(context);
  return key === undefined ? { ok: true, retryAfterSeconds: 0 } : limiter.check(key, now());
}

const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work for one key sequentially. Otherwise a hundred concurrent guesses would all start before the first
 * is counted, and a person's own concurrent correct passwords would count as guesses.
 */
export async function runInTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve();
  const current = before.then(work, work);
  queues.set(key, current);
  try {
    return await current;
  } finally {
    if (queues.get(key) === current) queues.delete(key);
  }
}
