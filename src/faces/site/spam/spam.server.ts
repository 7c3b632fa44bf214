import type { RouterContextProvider } from "react-router";
import { now } from "#platform/db/scope.server.ts";
import {
  addressKey,
  createLimiter,
  type Limiter,
  type Verdict,
} from "#platform/http/limits/limits.server.ts";
import { ELAPSED, TRAP } from "./honeypot.tsx";

// Everything we do against spam on the public forms, without asking anybody to read crooked letters.

/**
 * Why something was kept back: stored and shown to the operator as likely spam, not mailed. Its sender sees
 * no difference.
 */
export type SpamReason = "hidden field filled" | "faster than a person";

/** Within this time after a page is shown nobody has seen it, let alone filled a form on it. */
const UNSEEN_MS = 30;
/**
 * Within this time nobody has written a message. A browser may have filled it in for somebody, so that alone
 * holds nothing; a message full of somebody's links is another matter.
 */
const UNWRITTEN_MS = 2000;
const LINK = /https?:\/\/|www\.|<a\s/i;

/**
 * Looks at the two fields that people don't fill. A caller who sends neither (a program, a browser without
 * script) is not suspect for that.
 * @param written the free text of the form, where it has one
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

/** Places on the waitlist taken from one address: an office may share one. */
export const waitlistPerAddress = createLimiter({ name: "waitlist", limit: 30, windowSeconds: 600 });

/** Counts one attempt of whoever sent this. */
export function attempt(limiter: Limiter, context: Readonly<RouterContextProvider>): Verdict {
  const key = addressKey(context);
  return key === undefined ? { ok: true, retryAfterSeconds: 0 } : limiter.check(key, now());
}
