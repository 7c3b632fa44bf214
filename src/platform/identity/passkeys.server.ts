import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { originsOf } from "../http/request/same-origin.server.ts";

/** Loaded with the first passkey: it takes 30 MB. */
const library = () => import("@simplewebauthn/server");

/** Ed25519, ES256, RS256: every authenticator supports at least one. */
const ALGORITHMS = [-8, -7, -257];
const TRANSPORTS = new Set(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);
// The specification's limit of 1,023 bytes, in base64url.
const ID_LENGTH = 1364;

/** The site that passkeys are for: they work only on this host. */
export interface PasskeySite {
  readonly publicUrl: string;
  /** The name shown in the device's prompt. */
  readonly name: string;
}

export interface NewPasskey {
  readonly id: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  /** Whether the device syncs it elsewhere. */
  readonly backedUp: boolean;
}

/** Options for the browser in the platform's JSON form, and the challenge that the response must contain. */
export interface PasskeyQuestion {
  readonly options: object;
  readonly challenge: string;
}

/**
 * Result of a signature check. `counter`: the signature is right, but its counter did not increase, as if the
 * key were copied.
 */
export type SignatureVerdict =
  | { readonly kind: "right"; readonly counter: number; readonly backedUp: boolean }
  | { readonly kind: "counter" }
  | { readonly kind: "wrong" };

/** The host name that passkeys belong to. */
export const passkeyHost = (publicUrl: string): string => new URL(publicUrl).hostname;

/**
 * Options for creating a passkey that needs no typed name and verifies its user (finger, face or PIN).
 * @param existing ids of the person's passkeys; the same device then creates no second one
 */
export async function askForPasskey(
  site: PasskeySite,
  person: { readonly id: string; readonly email: string },
  existing: readonly { readonly id: string; readonly transports: readonly string[] }[],
): Promise<PasskeyQuestion> {
  const options = await (
    await library()
  ).generateRegistrationOptions({
    rpName: site.name,
    rpID: passkeyHost(site.publicUrl),
    userID: new Uint8Array(handleOf(person.id)),
    userName: person.email,
    userDisplayName: person.email,
    attestationType: "none",
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { options, challenge: options.challenge };
}

/**
 * The passkey that a browser created for our challenge, or undefined if the response does not match it or our
 * origin.
 */
export async function readNewPasskey(
  site: PasskeySite,
  challenge: string,
  answer: unknown,
): Promise<NewPasskey | undefined> {
  try {
    const response = answer as RegistrationResponseJSON;
    const { verified, registrationInfo } = await (
      await library()
    ).verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...originsOf(site.publicUrl)],
      expectedRPID: passkeyHost(site.publicUrl),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id.length > ID_LENGTH) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    const transports: unknown = response.response.transports;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: Array.isArray(transports)
        ? [...new Set(transports.filter((one): one is string => TRANSPORTS.has(one as string)))]
        : [],
      backedUp: credentialBackedUp,
    };
  } catch {
    // The library throws for every kind of invalid response.
    return undefined;
  }
}

/**
 * Options for signing with a passkey.
 * @param known ids to choose from; if empty, the person chooses
 */
export async function askForSignature(
  site: PasskeySite,
  known: readonly { readonly id: string; readonly transports: readonly string[] }[] = [],
): Promise<PasskeyQuestion> {
  const options = await (
    await library()
  ).generateAuthenticationOptions({
    rpID: passkeyHost(site.publicUrl),
    userVerification: "required",
    ...(known.length
      ? { allowCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })) }
      : {}),
  });
  return { options, challenge: options.challenge };
}

/** The passkey and person that a response claims, before any check. */
export function claimOf(
  answer: unknown,
): { readonly id: string; readonly personId: string | undefined } | undefined {
  const { id, response } = (answer ?? {}) as { id?: unknown; response?: { userHandle?: unknown } | null };
  if (typeof id !== "string" || !/^[\w-]+$/.test(id) || id.length > ID_LENGTH) return undefined;
  const handle = response?.userHandle;
  return { id, personId: typeof handle === "string" ? personOf(handle) : undefined };
}

/** Checks a signature on our challenge against the stored passkey. */
export async function checkSignature(
  site: PasskeySite,
  challenge: string,
  answer: unknown,
  stored: { readonly id: string; readonly publicKey: string; readonly counter: number },
): Promise<SignatureVerdict> {
  try {
    const { verified, authenticationInfo } = await (
      await library()
    ).verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...originsOf(site.publicUrl)],
      expectedRPID: passkeyHost(site.publicUrl),
      requireUserVerification: true,
      // The library would compare the counter before checking the signature: anyone could then fake a copied
      // key.
      credential: {
        id: stored.id,
        publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64url")),
        counter: -1,
      },
    });
    if (!verified) return { kind: "wrong" };
    const { newCounter, credentialBackedUp } = authenticationInfo;
    const counts = newCounter > 0 || stored.counter > 0;
    return counts && newCounter <= stored.counter
      ? { kind: "counter" }
      : { kind: "right", counter: newCounter, backedUp: credentialBackedUp };
  } catch {
    return { kind: "wrong" };
  }
}

// The specification wants a handle without personal data; a person's id is 16 random-looking bytes.
const handleOf = (personId: string) => Buffer.from(personId.replaceAll("-", ""), "hex");

function personOf(handle: string): string | undefined {
  const hex = Buffer.from(handle, "base64url").toString("hex");
  return /^[0-9a-f]{32}$/.test(hex)
    ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
    : undefined;
}
