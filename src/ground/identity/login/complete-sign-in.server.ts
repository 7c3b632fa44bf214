import { type RouterContextProvider, redirect } from "react-router";
import { beginChallenge, consumeChallenge } from "./challenges.server.ts";
import { challengeCookie } from "./challenge-cookie.server.ts";
import { deleteSession, isPasswordHash } from "../queries.server.ts";
import { recordDevice } from "../session/devices.server.ts";
import { originOf, recordEvent } from "../security/events.server.ts";
import { confirmSession } from "./recent-proof.server.ts";
import { safeNext, withNext } from "../rules.ts";
import { endSession } from "../session/sessions.server.ts";
import { identity, signedInHeaders } from "../start.server.ts";
import { totpSince } from "../second-factor/totp.server.ts";

/** How a person proved their identity. A passkey is two factors, each of the others one. */
export type Proof = "password" | "magic-link" | "passkey" | "openid" | "second-factor";

const CODE_MINUTES = 5;
/** Holds the token of a sign-in that still needs its second step. */
export const secondStepCookie = challengeCookie("second", CODE_MINUTES);

/**
 * Completes a sign-in after any proof: opens a session, ends the browser's earlier one, and redirects to
 * `next`. If the account needs a code, it asks for the code first and opens nothing.
 * @param next untrusted destination
 * @param hash the password hash that matched
 */
export async function completeSignIn(
  userId: string,
  proof: Proof,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  next: string | null,
  hash?: string,
): Promise<Response> {
  const isOneFactor = proof !== "second-factor" && proof !== "passkey";
  if (isOneFactor && (await totpSince(userId))) return askForCode(userId, proof, next, hash);
  const origin = originOf(request, context);
  const token = await identity().openSession(userId, origin);
  if (await isPasswordReplaced(userId, hash)) {
    await deleteSession(token);
    return redirect(loginAgain(next), 303);
  }
  await confirmSession(token);
  await endSession(request);
  await recordEvent(userId, "signed-in", origin, { by: proof });
  const headers = signedInHeaders(token);
  for (const cookie of await recordDevice(userId, request, origin)) headers.append("Set-Cookie", cookie);
  return redirect(safeNext(next), { status: 303, headers });
}

/**
 * Whether the matched password has been replaced. While it was compared, the owner may have chosen a new one
 * and ended all sessions. Check after creating the session or challenge: the new row references the person's
 * row, which a password change locks, so the change either deletes the new row or comes before this check.
 */
const isPasswordReplaced = async (userId: string, hash: string | undefined): Promise<boolean> =>
  hash !== undefined && !(await isPasswordHash(userId, hash));

/** The path back to the first step, which shows why. */
export function loginAgain(next: string | null): string {
  const path = withNext("/login", next);
  return `${path}${path.includes("?") ? "&" : "?"}again`;
}

async function askForCode(
  userId: string,
  proof: Proof,
  next: string | null,
  hash: string | undefined,
): Promise<Response> {
  const challenge = { kind: "second-factor", userId, data: { proof, next: safeNext(next) } } as const;
  const token = await beginChallenge(challenge, { minutes: CODE_MINUTES });
  if (await isPasswordReplaced(userId, hash)) {
    await consumeChallenge("second-factor", token);
    return redirect(loginAgain(next), 303);
  }
  // `next` is also in the URL, so that an expired second step can still lead there.
  return redirect(withNext("/login/second", next), {
    status: 303,
    headers: { "Set-Cookie": secondStepCookie.write(token) },
  });
}
