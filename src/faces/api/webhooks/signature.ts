import { createHmac, randomBytes } from "node:crypto";

/** A new secret that a webhook's deliveries are signed with: 256 random bits. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64url")}`;

/**
 * The `Plumbline-Signature` of a delivery: `t={unix seconds},v1={hex}`, one `v1` for each secret that is good
 * at this moment. Each is HMAC-SHA256 of `{t}.{body}` with the secret's text as its key.
 */
export function signatureOf(secrets: readonly string[], body: string, at: Temporal.Instant): string {
  const t = Math.floor(at.epochMilliseconds / 1000);
  const digests = secrets.map((secret) => createHmac("sha256", secret).update(`${t}.${body}`).digest("hex"));
  return [`t=${t}`, ...digests.map((digest) => `v1=${digest}`)].join(",");
}
