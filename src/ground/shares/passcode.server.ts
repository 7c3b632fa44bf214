import { installation } from "#platform/config/installation.server.ts";
import { isSigned, sign } from "#platform/config/signing.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { cookieValue, setCookie } from "#platform/http/request/cookies.server.ts";
import { hashPassword, verifyPassword } from "#platform/identity/passwords.server.ts";
import { LONGEST_PASSCODE, SHORTEST_PASSCODE } from "./rules.ts";

const PURPOSE = "share passcode";
/** How long a browser that knew the passcode is not asked again. */
const HOURS = 12;

/** As people tell each other a code: spaces and case do not matter. */
const plain = (typed: string) => typed.normalize("NFKC").replaceAll(/\s+/g, "").toLocaleLowerCase("en-US");

/** @throws AppError invalid */
export async function hashPasscode(typed: string): Promise<string> {
  const passcode = plain(typed);
  if (passcode.length < SHORTEST_PASSCODE || passcode.length > LONGEST_PASSCODE) {
    const words = `Use ${SHORTEST_PASSCODE} to ${LONGEST_PASSCODE} letters or digits.`;
    throw new AppError("invalid", words, { fields: { passcode: words } });
  }
  return hashPassword(passcode);
}

/** Whether that is the passcode. Takes as long either way. */
export const isPasscode = (hash: string, typed: string): Promise<boolean> =>
  typed.length > 4 * LONGEST_PASSCODE ? Promise.resolve(false) : verifyPassword(hash, plain(typed));

const isSecure = () => installation().publicUrl.startsWith("https:");
const cookieOf = (linkId: string) => `${isSecure() ? "__Host-" : ""}plumbline-share-${linkId.slice(-12)}`;
/** Another passcode is another lock: what opened the old one opens nothing. */
const contentOf = (linkId: string, hash: string, until: string) => `${linkId} ${hash} ${until}`;

/** The Set-Cookie value of a browser that knew the passcode. */
export function unlocked(linkId: string, hash: string, now: Temporal.Instant): string {
  const until = String(Math.floor(now.add({ hours: HOURS }).epochMilliseconds / 1000));
  const value = `${until}.${sign(PURPOSE, contentOf(linkId, hash, until)).toString("base64url")}`;
  return setCookie(cookieOf(linkId), value, { secure: isSecure(), maxAge: HOURS * 3600 });
}

/** Whether this browser knew the passcode a while ago. */
export function isUnlocked(request: Request, linkId: string, hash: string, now: Temporal.Instant): boolean {
  const [until = "", signature = ""] = (
    cookieValue(request.headers.get("cookie"), cookieOf(linkId)) ?? ""
  ).split(".");
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 <= now.epochMilliseconds) return false;
  return isSigned(PURPOSE, contentOf(linkId, hash, until), Buffer.from(signature, "base64url"));
}
