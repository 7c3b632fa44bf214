import { createECDH, createPrivateKey, sign } from "node:crypto";
import { encrypt } from "http_ece";
import { loggableError } from "../log/log.server.ts";
import { Unreachable } from "../outside/outside.server.ts";
import { type PostOptions, postOutside } from "../outside/post.server.ts";
import type { Subscription } from "./subscription.ts";

/**
 * The installation's key pair: numbers on the curve P-256, the public one in base64url. Browsers accept
 * messages only from the pair they subscribed with.
 */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

interface WebPush extends PushKeys {
  /** Whom a push service contacts about our messages: a `mailto:` or `https:` address. */
  readonly subject: string;
}

let current: WebPush | undefined;

/** Sets the keys of this process; called once at start, and by tests. */
export function useWebPush(settings: WebPush): void {
  current = settings;
}

/** The key that a browser subscribes with; undefined until the start has set it. */
export const pushKey = (): string | undefined => current?.publicKey;

/** Makes a key pair. */
export function createPushKeys(): PushKeys {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  // A number that begins with zeros is shorter.
  return { publicKey, privateKey: pair.getPrivateKey("hex").padStart(64, "0") };
}

export interface PushMessage {
  /** At most 3,000 bytes: push services accept 4,096 encrypted ones. */
  readonly payload: string;
  /** A later message with the same topic replaces one that wasn't delivered yet: 32 of base64url. */
  readonly topic: string;
  /** How long the push service tries to deliver it, in seconds. */
  readonly ttl: number;
}

/**
 * What became of a message. `gone`: the subscription is over and won't come back. `later`: worth another
 * try, not before `afterSeconds` if the service said so. `refused`: this message won't be accepted.
 */
export type PushVerdict =
  | { readonly is: "sent" }
  | { readonly is: "gone"; readonly why: string }
  | { readonly is: "later"; readonly why: string; readonly afterSeconds?: number | undefined }
  | { readonly is: "refused"; readonly why: string };

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES = 1024;
/** At most a day, by the document; clocks differ. */
const SIGNED_FOR_SECONDS = 12 * 3600;

/** Sends one message. Rejects only when there are no keys. @param resolve replaces name lookup in tests */
export async function sendPush(
  { endpoint, p256dh, auth }: Subscription,
  { payload, topic, ttl }: PushMessage,
  resolve?: PostOptions["resolve"],
): Promise<PushVerdict> {
  if (!current) throw new Error("no push keys: the start has not called useWebPush");
  const body = encrypt(Buffer.from(payload), {
    version: "aes128gcm",
    dh: p256dh,
    authSecret: auth,
    privateKey: newPair(),
  });
  const headers = {
    Authorization: vapidHeader(current, new URL(endpoint).origin),
    "Content-Encoding": "aes128gcm",
    "Content-Type": "application/octet-stream",
    TTL: String(ttl),
    Topic: topic,
    Urgency: "high",
  };
  try {
    const { status, retryAfter } = await postOutside(endpoint, {
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      answerBytes: ANSWER_BYTES,
      ...(resolve ? { resolve } : {}),
    });
    return verdictOf(status, retryAfter);
  } catch (error) {
    // An address inside of our network was never a push service's.
    if (error instanceof Unreachable && error.code !== "EDNS") return { is: "gone", why: error.message };
    const { code } = loggableError(error) as { code?: string | number };
    return { is: "later", why: `no answer (${code ?? "broken off"})` };
  }
}

function newPair() {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return pair;
}

/** Says who sends, signed (RFC 8292, 2 and 3). @param audience the origin of the push service */
function vapidHeader({ publicKey, privateKey, subject }: WebPush, audience: string): string {
  const point = Buffer.from(publicKey, "base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
      d: Buffer.from(privateKey, "hex").toString("base64url"),
    },
  });
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const expires = Math.floor(Date.now() / 1000) + SIGNED_FOR_SECONDS;
  const signed = `${encode({ typ: "JWT", alg: "ES256" })}.${encode({ aud: audience, exp: expires, sub: subject })}`;
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${publicKey}`;
}

function verdictOf(status: number, retryAfter: string | undefined): PushVerdict {
  const why = `it returned ${status}`;
  if (status >= 200 && status < 300) return { is: "sent" };
  // 403: it was made for another key of ours, so nothing will arrive there anymore.
  if (status === 404 || status === 410 || status === 403) return { is: "gone", why };
  if (status !== 429 && status < 500) return { is: "refused", why };
  const seconds = /^\d{1,6}$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined;
  return { is: "later", why, afterSeconds: seconds };
}
