import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
  tokenRevocation,
  type TokenEndpointResponse,
} from "openid-client";
import type { MailProvider, MailProviderId } from "../config/mail-providers.ts";

/**
 * Why a provider gives no token: it doesn't respond; the person said no; the person left out a permission;
 * the permission is over (taken back, expired, password changed); or the provider doesn't accept this site.
 */
export type ConsentFailure = "away" | "denied" | "incomplete" | "ended" | "refused";

export class ConsentError extends Error {
  override name = "ConsentError";
  readonly failure: ConsentFailure;
  /** The provider's error code, such as `invalid_grant AADSTS50173`, for the log; names no person. */
  readonly reason: string;
  constructor(failure: ConsentFailure, reason: string) {
    super(`${failure}: ${reason}`);
    this.failure = failure;
    this.reason = reason;
  }
}

/** Secrets of a pending consent; each is used once. */
export interface ConsentSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The tokens of a permission. */
export interface MailTokens {
  readonly refreshToken: string;
  readonly accessToken: string;
  /** Seconds that the access token is good for. */
  readonly lifetime: number;
}

interface Dialect {
  readonly scope: string;
  /** How each needed permission ends, in lower case. */
  readonly needed: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether it can be told that a permission isn't needed anymore. */
  readonly canRevoke: boolean;
}

const DIALECTS: Record<MailProviderId, Dialect> = {
  // Google gives a refresh token only if asked for offline access, and again only after a new consent:
  // https://developers.google.com/identity/protocols/oauth2/web-server
  google: {
    scope: "openid email https://mail.google.com/",
    needed: ["https://mail.google.com/"],
    parameters: { access_type: "offline", prompt: "select_account consent" },
    canRevoke: true,
  },
  // `profile` for preferred_username, because not every work account has an `email` claim:
  // https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference
  microsoft: {
    scope:
      "openid email profile offline_access https://outlook.office.com/SMTP.Send https://outlook.office.com/IMAP.AccessAsUser.All",
    needed: ["/smtp.send", "/imap.accessasuser.all"],
    parameters: { prompt: "select_account" },
    canRevoke: false,
  },
};

const TIMEOUT_SECONDS = 8;
const DISCOVERY_MS = 3_600_000;
/** Both providers' tokens last about an hour; RFC 6749 lets them leave that out. */
const USUAL_LIFETIME = 3_600;

const configurations = new Map<string, { at: number; configuration: Promise<Configuration> }>();

// The discovered configuration itself is cached, because only it knows how Microsoft's issuer varies by
// tenant.
function configurationOf({ issuer, clientId, clientSecret }: MailProvider): Promise<Configuration> {
  const key = `${issuer} ${clientId} ${clientSecret}`;
  const known = configurations.get(key);
  if (known && performance.now() - known.at < DISCOVERY_MS) return known.configuration;
  const configuration = discovery(new URL(issuer), clientId, undefined, ClientSecretPost(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // Without this the library trusts an ID token received over TLS without checking its signature.
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith("http:") ? [withoutTls] : [])],
  });
  configurations.set(key, { at: performance.now(), configuration });
  configuration.catch(() => configurations.delete(key));
  return configuration;
}

// Only loopback issuers get this far without TLS (see mail-providers.ts).
// oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; issuers on this machine are what it is for
const withoutTls: (configuration: Configuration) => void = allowInsecureRequests;

/**
 * The provider's page that asks for the permission, and the secrets for its response: code flow, PKCE with
 * S256.
 * @param address the mailbox to suggest, if known
 * @throws ConsentError away
 */
export async function beginConsent(
  provider: MailProvider,
  redirectUri: string,
  address?: string,
): Promise<{ url: string; secrets: ConsentSecrets }> {
  return asConsent(async () => {
    const configuration = await configurationOf(provider);
    const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const { scope, parameters } = DIALECTS[provider.id];
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope,
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: "S256",
      state: secrets.state,
      nonce: secrets.nonce,
      ...parameters,
      ...(address ? { login_hint: address } : {}),
    });
    return { url: url.href, secrets };
  });
}

/**
 * Exchanges the provider's response for tokens and the address of the mailbox.
 * @param answer the redirect URL with the provider's parameters
 * @throws ConsentError
 */
export async function finishConsent(
  provider: MailProvider,
  answer: URL,
  { state, nonce, verifier }: ConsentSecrets,
): Promise<MailTokens & { readonly address: string }> {
  return asConsent(async () => {
    const configuration = await configurationOf(provider);
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const { refresh_token: refreshToken } = tokens;
    if (!hasNeeded(provider.id, tokens)) throw new ConsentError("incomplete", "a scope is missing");
    if (!refreshToken) throw new ConsentError("incomplete", "no refresh token");
    const claims = tokens.claims()!;
    const address =
      addressIn(claims) ??
      (configuration.serverMetadata().userinfo_endpoint
        ? addressIn(await fetchUserInfo(configuration, tokens.access_token, claims.sub))
        : undefined);
    if (!address) throw new ConsentError("incomplete", "no address");
    return { ...tokensOf(tokens, refreshToken), address };
  });
}

/** People can untick a permission. A response without `scope` granted everything (RFC 6749, 5.1). */
function hasNeeded(provider: MailProviderId, { scope }: TokenEndpointResponse): boolean {
  if (scope === undefined) return true;
  const granted = scope.toLowerCase().split(" ");
  return DIALECTS[provider].needed.every((needed) => granted.some((one) => one.endsWith(needed)));
}

const addressIn = ({ email, preferred_username: name }: Readonly<Record<string, unknown>>) =>
  [email, name]
    .filter((one): one is string => typeof one === "string")
    .map((one) => one.trim())
    .find((one) => /^[^\s@<>]{1,64}@[^\s@<>]{1,253}$/.test(one));

const tokensOf = (
  { access_token: accessToken, expires_in: lifetime = USUAL_LIFETIME }: TokenEndpointResponse,
  refreshToken: string,
): MailTokens => ({ refreshToken, accessToken, lifetime });

/**
 * New tokens. Some providers replace the refresh token each time: the one returned is the one to store.
 * @throws ConsentError ended, away or refused
 */
export function renewTokens(provider: MailProvider, refreshToken: string): Promise<MailTokens> {
  return asConsent(async () => {
    const tokens = await refreshTokenGrant(await configurationOf(provider), refreshToken);
    return tokensOf(tokens, tokens.refresh_token ?? refreshToken);
  });
}

export const canRevoke = (provider: MailProviderId): boolean => DIALECTS[provider].canRevoke;

/**
 * Gives a permission back: all that the person gave this site for their mailbox, also earlier.
 * @returns false where the provider has no way to (Microsoft): only the person can, on its site
 * @throws ConsentError
 */
export function revokeConsent(provider: MailProvider, token: string): Promise<boolean> {
  return asConsent(async () => {
    const configuration = await configurationOf(provider);
    if (!configuration.serverMetadata().revocation_endpoint) return false;
    await tokenRevocation(configuration, token);
    return true;
  });
}

async function asConsent<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConsentError ? error : consentErrorOf(error);
  }
}

/**
 * Only a new sign-in by the person helps (RFC 6749, 5.2; OpenID Connect Core, 3.1.2.6). `invalid_token` is
 * Google's answer when it is told to end a permission that has ended.
 */
const ENDED = /^(?:invalid_grant|invalid_token|interaction_required|login_required|consent_required)$/;
const AWAY = /^(?:server_error|temporarily_unavailable)$/;

function consentErrorOf(error: unknown): ConsentError {
  if (error instanceof AuthorizationResponseError) {
    const { error: code } = error;
    if (code === "access_denied") return new ConsentError("denied", code);
    return new ConsentError(AWAY.test(code) ? "away" : ENDED.test(code) ? "denied" : "refused", word(code));
  }
  if (error instanceof ResponseBodyError) {
    const { error: code, error_description: description = "", status } = error;
    // Microsoft's number says why; the rest of the description may name people.
    const reason = [word(code), /\bAADSTS\d+/.exec(description)?.[0]].filter(Boolean).join(" ");
    if (status >= 500 || status === 429 || AWAY.test(code)) return new ConsentError("away", reason);
    return new ConsentError(ENDED.test(code) ? "ended" : "refused", reason);
  }
  const { cause, code } = error as { cause?: unknown; code?: unknown };
  // fetch() throws `TypeError: fetch failed` with the system's error as cause; the library gives a timeout a
  // code.
  if (error instanceof TypeError && cause instanceof Error) return new ConsentError("away", "no connection");
  if (code === "OAUTH_TIMEOUT") return new ConsentError("away", "no answer in time");
  const status = cause instanceof Response ? cause.status : 0;
  if (status >= 500 || status === 429) return new ConsentError("away", `status ${status}`);
  return new ConsentError("refused", typeof code === "string" ? word(code) : "not as specified");
}

const word = (code: string) => code.replaceAll(/[^\w.-]/g, "").slice(0, 60);
