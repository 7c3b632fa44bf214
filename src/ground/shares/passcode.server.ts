import { installation } from "#platform/config/installation.server.ts";
import { isSigned, sign } from "#platform/config/signing.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { cookieValue, setCookie } from "#platform/http/request/cookies.server.ts";
import { hashPassword, verifyPassword } from "#platform/identity/passwords.server.ts";
import { LONGEST_PASSCODE, SHORTEST_PASSCODE } from "./rules.ts";

const PURPOSE = "share passcode";
/** How long a browser stays unlocked. */
const HOURS = 12;

/** Normalizes a passcode: spaces and case don't matter, because people pass it on by voice. */
const normalizePasscode = (typed: string) =>
  typed.normalize("NFKC").replaceAll(/\s+/g, "").toLocaleLowerCase("en-US");

/** @throws AppError invalid */
export async function hashPasscode(typed: string): Promise<string> {
  const passcode = normalizePasscode(typed);
  if (passcode.length < SHORTEST_PASSCODE || passcode.length > LONGEST_PASSCODE) {
    const words = `Use ${SHORTEST_PASSCODE} to ${LONGEST_PASSCODE} letters or numbers.`;
    throw new AppError("invalid", words, { fields: { passcode: words } });
  }
  return hashPassword(passcode);
}

/** Checks a passcode in constant time. */
export const isPasscode = (hash: string, typed: string): Promise<boolean> =>
  typed.length > 4 * LONGEST_PASSCODE
    ? Promise.resolve(false)
    : verifyPassword(hash, normalizePasscode(typed));

const isSecure = () => installation().publicUrl.startsWith("https:");
const cookieOf = (linkId: string) => `${isSecure() ? "__Host-" : ""}plumbline-share-${linkId.slice(-12)}`;
/** Includes the passcode's hash, so a new passcode invalidates old cookies. */
const signedContent = (linkId: string, hash: string, until: string) => `${linkId} ${hash} ${until}`;

/** The Set-Cookie value for a browser that entered the passcode. */
export function unlocked(linkId: string, hash: string, now: Temporal.Instant): string {
  const until = String(Math.floor(now.add({ hours: HOURS }).epochMilliseconds / 1000));
  const value = `${until}.${sign(PURPOSE, signedContent(linkId, hash, until)).toString("base64url")}`;
  return setCookie(cookieOf(linkId), value, { secure: isSecure(), maxAge: HOURS * 3600 });
}

/** Whether this browser entered the passcode recently. */
export function isUnlocked(request: Request, linkId: string, hash: string, now: Temporal.Instant): boolean {
  const [until = "", signature = ""] = (
    cookieValue(request.headers.get("cookie"), cookieOf(linkId)) ?? ""
  ).split(".");
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 <= now.epochMilliseconds) return false;
  return isSigned(PURPOSE, signedContent(linkId, hash, until), Buffer.from(signature, "base64url"));
}
