import { randomBytes } from "node:crypto";
import { isSigned, sign } from "#platform/config/signing.server.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { ELAPSED, SHOWN } from "./trap.ts";

const PURPOSE = "form shown";
/** Older marks say nothing: the page was left open, or someone saved the mark for reuse. */
const OLDEST_MS = 24 * 60 * 60 * 1000;

/** Submissions allowed per open page: someone corrects an error or signs up a spouse. */
const MOST_USES = 5;
const usesOfMark = createLimiter({
  name: "one open form",
  limit: MOST_USES,
  windowSeconds: OLDEST_MS / 1000,
});

/** A signed time mark for a form shown now, unique per visitor. */
export function shownMark(now: Temporal.Instant): string {
  const at = `${now.epochMilliseconds.toString(36)}-${randomBytes(6).toString("hex")}`;
  return `${at}.${sign(PURPOSE, at).subarray(0, 16).toString("base64url")}`;
}

/**
 * Counts one use of a form's mark.
 * @returns whether it was used up before; false without a mark
 */
export function isWornOut(
  { [SHOWN]: mark }: Readonly<Record<string, unknown>>,
  now: Temporal.Instant,
): boolean {
  return typeof mark === "string" && mark !== "" && !usesOfMark.check(mark.slice(0, 100), now).ok;
}

/**
 * How long a form was open, in ms: from our signed mark, or as an embedded form reports itself (its
 * definition is cached, so it has no mark). Null if neither is present, as in plain HTML forms, which is not
 * suspicious.
 */
export function openFor(fields: Readonly<Record<string, unknown>>, now: Temporal.Instant): number | null {
  const { [SHOWN]: mark, [ELAPSED]: elapsed } = fields;
  const [at = "", signature = ""] = typeof mark === "string" ? mark.split(".", 2) : [];
  if (at && isSigned(PURPOSE, at, Buffer.from(signature, "base64url"))) {
    const open = now.epochMilliseconds - Number.parseInt(at, 36);
    return open >= 0 && open < OLDEST_MS ? open : null;
  }
  const reported =
    typeof elapsed === "number"
      ? elapsed
      : typeof elapsed === "string" && /^\d{1,9}$/.test(elapsed)
        ? Number(elapsed)
        : Number.NaN;
  return Number.isFinite(reported) && reported >= 0 ? reported : null;
}
