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

/** How somebody showed who they are. A passkey is two factors by itself; the others are one. */
export type Proof = "password" | "magic-link" | "passkey" | "openid" | "second-factor";

const SECOND_MINUTES = 5;
/** Holds the token of a sign-in whose second step is still to come. */
export const secondStepCookie = challengeCookie("second", SECOND_MINUTES);

/**
 * Ends a sign-in whose proof was right, whichever way it came: a new session and the way to `next`. The
 * browser's earlier session ends. A person whose account takes a code is first asked for one: nothing is
 * opened yet.
 * @param next where they were going, from outside
 * @param hash what a password was compared with
 */
export async function arrive(
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
  if (await isOutdated(userId, hash)) {
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
 * Whether the password that was given is not the password any more. Comparing takes a while, in which its
 * owner may have chosen another and ended all sessions: what begins after that is not to be theirs who knew
 * the old one. Asked when it has begun: the row of a session or a second step refers to the person's, which a
 * change keeps locked, so it is either ended by the change or comes after it.
 */
const isOutdated = async (userId: string, hash: string | undefined): Promise<boolean> =>
  hash !== undefined && !(await isPasswordHash(userId, hash));

/** The way back to the first step, with a sentence there that says why. */
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
  const token = await beginChallenge(challenge, { minutes: SECOND_MINUTES });
  if (await isOutdated(userId, hash)) {
    await consumeChallenge("second-factor", token);
    return redirect(loginAgain(next), 303);
  }
  // Where they were going stands in the address too: a person who comes too late goes on from there.
  return redirect(withNext("/login/second", next), {
    status: 303,
    headers: { "Set-Cookie": secondStepCookie.write(token) },
  });
}
