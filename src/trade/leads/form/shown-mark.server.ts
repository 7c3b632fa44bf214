import { randomBytes } from "node:crypto";
import { isSigned, sign } from "#platform/config/signing.server.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { ELAPSED, SHOWN } from "./trap.ts";

const PURPOSE = "form shown";
/** A page that stood open longer says nothing; nor does a mark that somebody keeps to send again. */
const OLDEST_MS = 24 * 60 * 60 * 1000;

/**
 * One open page may be sent this often: somebody corrects a typing mistake, or goes back and signs up a
 * spouse.
 */
const MOST_USES = 5;
const usesOfMark = createLimiter({
  name: "one open form",
  limit: MOST_USES,
  windowSeconds: OLDEST_MS / 1000,
});

/** The time mark of a form made now, another one for everybody who opens it: nobody else can make one. */
export function shownMark(now: Temporal.Instant): string {
  const at = `${now.epochMilliseconds.toString(36)}-${randomBytes(6).toString("hex")}`;
  return `${at}.${sign(PURPOSE, at).subarray(0, 16).toString("base64url")}`;
}

/** Counts one use of a form's mark. @returns whether it was used up before; false for a form without one */
export function isWornOut(
  { [SHOWN]: mark }: Readonly<Record<string, unknown>>,
  now: Temporal.Instant,
): boolean {
  return typeof mark === "string" && mark !== "" && !usesOfMark.check(mark.slice(0, 100), now).ok;
}

/**
 * How long a form was there before it was sent, in milliseconds: by our own mark, or by what the form of
 * another site says of itself, whose definition caches keep. Null where neither says: plain HTML is not
 * suspect for that.
 */
export function openFor(fields: Readonly<Record<string, unknown>>, now: Temporal.Instant): number | null {
  const { [SHOWN]: mark, [ELAPSED]: elapsed } = fields;
  const [at = "", signature = ""] = typeof mark === "string" ? mark.split(".", 2) : [];
  if (at && isSigned(PURPOSE, at, Buffer.from(signature, "base64url"))) {
    const open = now.epochMilliseconds - Number.parseInt(at, 36);
    return open >= 0 && open < OLDEST_MS ? open : null;
  }
  const said =
    typeof elapsed === "number"
      ? elapsed
      : typeof elapsed === "string" && /^\d{1,9}$/.test(elapsed)
        ? Number(elapsed)
        : Number.NaN;
  return Number.isFinite(said) && said >= 0 ? said : null;
}
