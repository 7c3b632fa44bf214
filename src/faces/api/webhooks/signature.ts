import { createHmac, randomBytes } from "node:crypto";

/** A new signing secret for webhooks: 256 random bits. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64url")}`;

/**
 * The `Plumbline-Signature` header: `t={unix seconds},v1={hex}`, one `v1` per currently valid secret. Each
 * is HMAC-SHA256 of `{t}.{body}` with the secret's text as its key.
 */
export function signatureOf(secrets: readonly string[], body: string, at: Temporal.Instant): string {
  const t = Math.floor(at.epochMilliseconds / 1000);
  const digests = secrets.map((secret) => createHmac("sha256", secret).update(`${t}.${body}`).digest("hex"));
  return [`t=${t}`, ...digests.map((digest) => `v1=${digest}`)].join(",");
}
