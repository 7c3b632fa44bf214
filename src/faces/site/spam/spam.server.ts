import type { RouterContextProvider } from "react-router";
import { now } from "#platform/db/scope.server.ts";
import {
  addressKey,
  createLimiter,
  type Limiter,
  type Verdict,
} from "#platform/http/limits/limits.server.ts";
import { ELAPSED, TRAP } from "./honeypot.tsx";

// Spam protection of the public forms, without captchas.

/**
 * Why something was quarantined: stored and shown to the operator as likely spam, not emailed. Its sender
 * sees no difference.
 */
export type SpamReason = "hidden field filled" | "faster than a person";

/** Within this time no person has seen the page, let alone filled in a form. */
const UNSEEN_MS = 30;
/**
 * Within this time no person has written a message. A browser may have autofilled the form, so speed alone
 * doesn't quarantine it; speed together with a link does.
 */
const UNWRITTEN_MS = 2000;
const LINK = /https?:\/\/|www\.|<a\s/i;

/**
 * Checks the two fields that people don't fill in. A request with neither (a program, a browser without
 * script) isn't suspicious for that.
 * @param written the free text of the form, if it has one
 */
export function heldBecause(fields: Readonly<Record<string, unknown>>, written = ""): SpamReason | null {
  const { [TRAP]: trap, [ELAPSED]: elapsed } = fields;
  if (trap !== undefined && trap !== null && trap !== "") return "hidden field filled";
  const milliseconds =
    typeof elapsed === "number" ? elapsed : Number.parseFloat(typeof elapsed === "string" ? elapsed : "");
  return milliseconds < (LINK.test(written) ? UNWRITTEN_MS : UNSEEN_MS) ? "faster than a person" : null;
}

/** Messages to the operator from one address. */
export const contactPerAddress = createLimiter({ name: "contact", limit: 10, windowSeconds: 600 });

/** Waitlist entries from one address, which an office may share. */
export const waitlistPerAddress = createLimiter({ name: "waitlist", limit: 30, windowSeconds: 600 });

/** Counts one attempt of the sender. */
export function attempt(limiter: Limiter, context: Readonly<RouterContextProvider>): Verdict {
  const key = addressKey(context);
  return key === undefined ? { ok: true, retryAfterSeconds: 0 } : limiter.check(key, now());
}
