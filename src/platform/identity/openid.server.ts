import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from "openid-client";
import type { OpenIdProvider } from "../config/openid-settings.ts";

/**
 * Why a sign-in by a provider failed: the provider is unreachable, the person or provider denied it, or its
 * response is not trustworthy.
 */
export type OpenIdFailure = "away" | "denied" | "refused";

export class OpenIdError extends Error {
  override name = "OpenIdError";
  readonly failure: OpenIdFailure;
  constructor(failure: OpenIdFailure, cause: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** Secrets that the browser stores until the provider responds; each is used once. */
export interface OpenIdSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OpenIdClaims {
  /** The provider's permanent id for them. */
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider itself has verified the address. */
  readonly emailVerified: boolean;
  readonly name: string;
}

const TIMEOUT_SECONDS = 8;
// One hour.
const DISCOVERY_MS = 3_600_000;

const discovered = new Map<string, { at: number; server: Promise<ServerMetadata> }>();

// Discovery once an hour, shared by concurrent requests. A failure is not cached: the next person tries
// again.
function serverOf({ issuer, clientId }: OpenIdProvider): Promise<ServerMetadata> {
  const known = discovered.get(issuer);
  if (known && performance.now() - known.at < DISCOVERY_MS) return known.server;
  const options = { timeout: TIMEOUT_SECONDS, ...(isPlain(issuer) ? { execute: [withoutTls] } : {}) };
  const server = discovery(new URL(issuer), clientId, undefined, undefined, options).then((found) =>
    found.serverMetadata(),
  );
  discovered.set(issuer, { at: performance.now(), server });
  server.catch(() => discovered.delete(issuer));
  return server;
}

// Only loopback issuers get this far without TLS (see openid-settings.ts).
const isPlain = (issuer: string) => issuer.startsWith("http:");
// oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; issuers on this machine are what it is for
const withoutTls: (configuration: Configuration) => void = allowInsecureRequests;

/**
 * A new configuration for each sign-in, so that keys are fetched again and a key revoked a moment ago is not
 * trusted.
 */
async function configurationOf(provider: OpenIdProvider): Promise<Configuration> {
  const server = await serverOf(provider).catch((error: unknown) => {
    throw new OpenIdError("away", error);
  });
  const methods = server.token_endpoint_auth_methods_supported;
  const secret = provider.clientSecret;
  const how = methods?.includes("client_secret_post") ? ClientSecretPost(secret) : ClientSecretBasic(secret);
  const configuration = new Configuration(server, provider.clientId, undefined, how);
  configuration.timeout = TIMEOUT_SECONDS;
  // Without this the library trusts an ID token received over TLS without checking its signature.
  enableNonRepudiationChecks(configuration);
  if (isPlain(provider.issuer)) withoutTls(configuration);
  return configuration;
}

/**
 * The provider's authorization URL, and the secrets for its response: code flow, PKCE with S256.
 * @param redirectUri where the provider sends people afterwards
 * @throws OpenIdError away
 */
export async function beginOpenId(
  provider: OpenIdProvider,
  redirectUri: string,
): Promise<{ url: string; secrets: OpenIdSecrets }> {
  const configuration = await configurationOf(provider);
  const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    state: secrets.state,
    nonce: secrets.nonce,
  });
  return { url: url.href, secrets };
}

/**
 * Exchanges the provider's response for the person's claims. Checks state, `iss`, the code with the verifier,
 * and the ID token's signature, issuer, audience, times and nonce.
 * @param answer the redirect URL with the provider's parameters
 * @throws OpenIdError
 */
export async function finishOpenId(
  provider: OpenIdProvider,
  answer: URL,
  secrets: OpenIdSecrets,
): Promise<OpenIdClaims> {
  const configuration = await configurationOf(provider);
  try {
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const profile = claimsOf(claims.sub, claims);
    if (profile.email !== null || !configuration.serverMetadata().userinfo_endpoint) return profile;
    return claimsOf(claims.sub, await fetchUserInfo(configuration, tokens.access_token, claims.sub));
  } catch (error) {
    throw new OpenIdError(failureOf(error), error);
  }
}

function claimsOf(subject: string, claims: Readonly<Record<string, unknown>>): OpenIdClaims {
  const { email, email_verified: verified, name } = claims;
  return {
    subject,
    email: typeof email === "string" && email.trim() ? email.trim() : null,
    // Some write it as a string.
    emailVerified: verified === true || verified === "true",
    name: typeof name === "string" ? name : "",
  };
}

function failureOf(error: unknown): OpenIdFailure {
  if (error instanceof AuthorizationResponseError)
    return /^(?:server_error|temporarily_unavailable)$/.test(error.error)
      ? "away"
      : error.error === "access_denied"
        ? "denied"
        : "refused";
  const cause = error instanceof Error ? error.cause : undefined;
  // fetch() throws `TypeError: fetch failed` with the system's error as cause; the library gives a timeout a
  // code.
  if (error instanceof TypeError && error.cause instanceof Error) return "away";
  const status = cause instanceof Response ? cause.status : 0;
  if (status >= 500 || (error as { code?: unknown }).code === "OAUTH_TIMEOUT") return "away";
  return "refused";
}
