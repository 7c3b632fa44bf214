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
import { connectPerson, findOrCreatePerson } from "./connections.server.ts";
import { withNext } from "../rules.ts";
import { findPerson } from "../session/sessions.server.ts";

export const PROVIDERS_PATH = "/account/settings/providers";

const LIFETIME_MINUTES = 10;
const beginsPerAddress = createLimiter({ name: "openid per address", limit: 30, windowSeconds: 10 * 60 });

let configured: readonly OpenIdProvider[] = [];
let log: Log | undefined;

/** Sets this installation's providers. Called at startup and by tests; makes no requests. */
export function setProviders(providers: readonly OpenIdProvider[], writeTo?: Log): void {
  configured = providers;
  log = writeTo;
}

/** This installation's providers, in the operator's order. */
export const openIdProviders = (): readonly OpenIdProvider[] => configured;

/** The provider with this id in a URL. */
export const findProvider = (id: string | undefined): OpenIdProvider | undefined =>
  configured.find((one) => one.id === id);

/** A link to sign in with a provider. */
export interface ProviderLink {
  readonly name: string;
  readonly path: string;
}

/** Links to sign in with each provider; none where none is configured. */
export function providerLinks(next: string | null): ProviderLink[] {
  return configured.map(({ id, name }) => ({ name, path: withNext(`/login/with/${id}`, next) }));
}

/** Why signing in with or connecting a provider failed. */
export type Problem = "busy" | "away" | "denied" | "stale" | "refused" | "no-email" | "taken" | "elsewhere";

/** Holds the token of this browser's pending sign-in. */
export const providerCookie = challengeCookie("openid", LIFETIME_MINUTES);

// Registered with the provider, which compares it exactly.
const redirectUri = ({ id }: OpenIdProvider) => `${installation().publicUrl}/login/with/${id}/callback`;

interface Visit {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

/**
 * Redirects to a provider. The secrets of the exchange are in the database; only this browser has the token
 * to them.
 * @param purpose the person to connect the provider to, or where a sign-in leads
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
    const token = await beginChallenge({ kind: "openid", userId, data }, { minutes: LIFETIME_MINUTES });
    return redirect(url, { headers: { "Set-Cookie": providerCookie.write(token) } });
  } catch (error) {
    return reportFailure(provider, error);
  }
}

/** Logs the cause for the operator, without personal data. @returns the problem to show */
function reportFailure(provider: OpenIdProvider, error: unknown): Problem {
  if (!(error instanceof OpenIdError)) throw error;
  if (error.failure !== "denied")
    log?.warn(
      { provider: provider.id, failure: error.failure, error: loggableError(error.cause) },
      "sign-in by a provider failed",
    );
  return error.failure;
}

/**
 * Handles the return from a provider: signs in, connects, or returns the problem. Changes nothing until
 * everything is verified.
 */
export async function acceptProviderReturn(
  provider: OpenIdProvider,
  visit: Visit,
): Promise<Response | Problem> {
  const pending = await consumePending(provider, visit.request);
  if (!pending) return "stale";
  const answer = new URL(redirectUri(provider));
  answer.search = new URL(visit.request.url).search;
  const { state = "", nonce = "", verifier = "", next = null } = pending.data;
  let claims;
  try {
    claims = await finishOpenId(provider, answer, { state, nonce, verifier });
  } catch (error) {
    return reportFailure(provider, error);
  }
  const origin = originOf(visit.request, visit.context);
  if (pending.userId !== null) {
    // Another person may have signed in on this browser in the meantime.
    const person = await findPerson(visit.request);
    if (person?.id !== pending.userId) return "stale";
    const problem = await connectPerson(person, provider, claims, origin);
    return problem ?? redirect(`${PROVIDERS_PATH}?connected=${provider.id}`, { status: 303 });
  }
  const found = await findOrCreatePerson(provider, claims, origin);
  return "problem" in found ? found.problem : completeSignIn(found.userId, "openid", visit, next);
}

/**
 * Uses up this browser's pending sign-in. A response with another state doesn't, because a stranger's link
 * must not break a sign-in in progress.
 */
async function consumePending(provider: OpenIdProvider, request: Request): Promise<Challenge | undefined> {
  const token = providerCookie.read(request);
  const pending = await readChallenge("openid", token);
  const { state, issuer } = pending?.data ?? {};
  if (!state || issuer !== provider.issuer || new URL(request.url).searchParams.get("state") !== state)
    return undefined;
  return consumeChallenge("openid", token);
}

const CONNECT_PURPOSE = "openid connect";
const connectText = (userId: string, issuer: string, until: number) => `${userId} ${issuer} ${until}`;

/**
 * The URL for connecting a provider, signed so that only our page can make it. Otherwise a stranger could
 * send a person there and have their own provider account open that person's account.
 */
export function connectPath(provider: OpenIdProvider, userId: string): string {
  const until = now().add({ minutes: 60 }).epochMilliseconds;
  const signature = sign(CONNECT_PURPOSE, connectText(userId, provider.issuer, until))
    .subarray(0, 16)
    .toString("base64url");
  return `/login/with/${provider.id}?connect=${until}.${signature}`;
}

/** Whether a URL's `connect` was made for this person within the last hour. */
export function isConnectMark(text: string, provider: OpenIdProvider, userId: string): boolean {
  const [until = "", signature = ""] = text.split(".");
  if (!/^\d{1,15}$/.test(until) || Number(until) < now().epochMilliseconds) return false;
  return isSigned(
    CONNECT_PURPOSE,
    connectText(userId, provider.issuer, Number(until)),
    Buffer.from(signature, "base64url"),
  );
}
