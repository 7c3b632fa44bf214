import { type RouterContextProvider, redirect } from "react-router";
import { installation } from "#platform/config/installation.server.ts";
import type { OpenIdProvider } from "#platform/config/openid-settings.ts";
import { isSigned, sign } from "#platform/config/signing.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { type Log, loggableError } from "#platform/log/log.server.ts";
import { beginOpenId, finishOpenId, OpenIdError } from "#platform/identity/openid.server.ts";
import { completeSignIn } from "../login/complete-sign-in.server.ts";
import { checkAddress } from "../login/attempt-limits.server.ts";
import { challengeCookie } from "../login/challenge-cookie.server.ts";
import {
  beginChallenge,
  type Challenge,
  readChallenge,
  consumeChallenge,
} from "../login/challenges.server.ts";
import { originOf } from "../security/events.server.ts";
import { connectPerson, personOf } from "./connections.server.ts";
import { withNext } from "../rules.ts";
import { findPerson } from "../session/sessions.server.ts";

/** The screen where a person connects and disconnects providers. */
export const PROVIDERS_PATH = "/account/settings/providers";

const MINUTES = 10;
const beginsPerAddress = createLimiter({ name: "openid per address", limit: 30, windowSeconds: 10 * 60 });

let configured: readonly OpenIdProvider[] = [];
let log: Log | undefined;

/**
 * Says which sign-in providers this installation has; called once by the start, and by tests. Asks none of
 * them anything.
 */
export function setProviders(providers: readonly OpenIdProvider[], writeTo?: Log): void {
  configured = providers;
  log = writeTo;
}

/** The sign-in providers of this installation, in the operator's order. */
export const openIdProviders = (): readonly OpenIdProvider[] => configured;

/** The provider that a part of an address names. */
export const findProvider = (id: string | undefined): OpenIdProvider | undefined =>
  configured.find((one) => one.id === id);

/** A way to a provider, for a screen. */
export interface ProviderLink {
  readonly name: string;
  readonly path: string;
}

/** The ways to sign in by a provider, taking `next` along; none where none is set up. */
export function providerLinks(next: string | null): ProviderLink[] {
  return configured.map(({ id, name }) => ({ name, path: withNext(`/login/with/${id}`, next) }));
}

/**
 * Why somebody did not get in by a provider, or did not connect it: what the page that tells them is about.
 */
export type Problem = "busy" | "away" | "denied" | "stale" | "refused" | "no-email" | "taken" | "elsewhere";

/** Holds the token of what this browser asked a provider. */
export const providerCookie = challengeCookie("openid", MINUTES);

// The provider was told this address, so it is compared letter by letter.
const redirectUri = ({ id }: OpenIdProvider) => `${installation().publicUrl}/login/with/${id}/callback`;

interface Visit {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

/**
 * Sends somebody to a provider. What must come back is kept in the database; this browser alone holds the
 * token to it.
 * @param purpose whose account the provider shall open from now on, or where a sign-in leads
 */
export async function redirectToProvider(
  provider: OpenIdProvider,
  { context }: Visit,
  purpose: { readonly connect: string } | { readonly next: string | null },
): Promise<Response | Problem> {
  if (!checkAddress(beginsPerAddress, context).ok) return "busy";
  try {
    const { url, secrets } = await beginOpenId(provider, redirectUri(provider));
    const next = "next" in purpose ? purpose.next : null;
    const userId = "connect" in purpose ? purpose.connect : null;
    const data = { ...secrets, issuer: provider.issuer, ...(next ? { next } : {}) };
    const token = await beginChallenge({ kind: "openid", userId, data }, { minutes: MINUTES });
    return redirect(url, { headers: { "Set-Cookie": providerCookie.write(token) } });
  } catch (error) {
    return failureOf(provider, error);
  }
}

/** What a failure is to the person; the operator reads the cause, without anything personal. */
function failureOf(provider: OpenIdProvider, error: unknown): Problem {
  if (!(error instanceof OpenIdError)) throw error;
  if (error.failure !== "denied")
    log?.warn(
      { provider: provider.id, failure: error.failure, error: loggableError(error.cause) },
      "sign-in by a provider failed",
    );
  return error.failure;
}

/**
 * Takes somebody back from a provider: signed in, connected, or told why not. Nothing is made or changed
 * before all of it was checked.
 */
export async function acceptProviderReturn(
  provider: OpenIdProvider,
  visit: Visit,
): Promise<Response | Problem> {
  const begun = await consumePending(provider, visit.request);
  if (!begun) return "stale";
  const answer = new URL(redirectUri(provider));
  answer.search = new URL(visit.request.url).search;
  const { state = "", nonce = "", verifier = "", next = null } = begun.data;
  let claims;
  try {
    claims = await finishOpenId(provider, answer, { state, nonce, verifier });
  } catch (error) {
    return failureOf(provider, error);
  }
  const origin = originOf(visit.request, visit.context);
  if (begun.userId !== null) {
    // The browser must still be theirs: somebody else may have signed in on it meanwhile.
    const person = await findPerson(visit.request);
    if (person?.id !== begun.userId) return "stale";
    const problem = await connectPerson(person, provider, claims, origin);
    return problem ?? redirect(`${PROVIDERS_PATH}?connected=${provider.id}`, { status: 303 });
  }
  const found = await personOf(provider, claims, origin);
  return "problem" in found ? found.problem : completeSignIn(found.userId, "openid", visit, next);
}

/**
 * What this browser began at the provider, taken so that it serves once. An answer that belongs to something
 * else takes nothing: a link made by a stranger must not spoil a sign-in that is under way.
 */
async function consumePending(provider: OpenIdProvider, request: Request): Promise<Challenge | undefined> {
  const token = providerCookie.read(request);
  const begun = await readChallenge("openid", token);
  const { state, issuer } = begun?.data ?? {};
  if (!state || issuer !== provider.issuer || new URL(request.url).searchParams.get("state") !== state)
    return undefined;
  return consumeChallenge("openid", token);
}

const CONNECT = "openid connect";
const mark = (userId: string, issuer: string, until: number) => `${userId} ${issuer} ${until}`;

/**
 * The address at which a person connects a provider. Only a page of ours can make it: a stranger who could
 * send them there would have their own account at the provider open this person's.
 */
export function connectPath(provider: OpenIdProvider, userId: string): string {
  const until = now().add({ minutes: 60 }).epochMilliseconds;
  const signature = sign(CONNECT, mark(userId, provider.issuer, until))
    .subarray(0, 16)
    .toString("base64url");
  return `/login/with/${provider.id}?connect=${until}.${signature}`;
}

/** Whether a `connect` of an address was made for this person a short while ago. */
export function isConnectMark(text: string, provider: OpenIdProvider, userId: string): boolean {
  const [until = "", signature = ""] = text.split(".");
  if (!/^\d{1,15}$/.test(until) || Number(until) < now().epochMilliseconds) return false;
  return isSigned(CONNECT, mark(userId, provider.issuer, Number(until)), Buffer.from(signature, "base64url"));
}
