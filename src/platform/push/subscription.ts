import { createECDH } from "node:crypto";

/** Where a browser's messages go, and the keys that only this browser can read with (RFC 8291, 3). */
export interface Subscription {
  readonly endpoint: string;
  /** The browser's public key, base64url. */
  readonly p256dh: string;
  /** Its secret, base64url. */
  readonly auth: string;
}

const LONGEST_ENDPOINT = 2048;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** The subscription that a browser sent; null if it isn't one. @param mayBePlain accepts http: too */
export function readSubscription(
  sent: Readonly<Record<keyof Subscription, string | undefined>>,
  mayBePlain: boolean,
): Subscription | null {
  const { endpoint = "", p256dh = "", auth = "" } = sent;
  const url = endpoint.length <= LONGEST_ENDPOINT ? URL.parse(endpoint) : null;
  if (!url || url.username || url.password) return null;
  if (url.protocol !== "https:" && !(mayBePlain && url.protocol === "http:")) return null;
  const [point, secret] = [bytesOf(p256dh), bytesOf(auth)];
  if (!point || !isPoint(point) || secret?.length !== AUTH_BYTES) return null;
  return { endpoint: url.href, p256dh, auth };
}

function bytesOf(text: string): Buffer | undefined {
  return /^[A-Za-z0-9_-]{1,200}$/.test(text) ? Buffer.from(text, "base64url") : undefined;
}

/** Whether it is a point on the curve: nothing can be encrypted for another. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES || bytes[0] !== 4) return false;
  const own = createECDH("prime256v1");
  own.generateKeys();
  try {
    own.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}
