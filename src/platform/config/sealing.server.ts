import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { sign } from "./signing.server.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets, so that a copy of the database alone doesn't reveal them: AES-256-GCM with a key from
 * SECRET per purpose.
 * @param purpose what it is and whose, such as `channel {account}`: a sealed text moved elsewhere can't be
 * decrypted
 */
export function seal(purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", sign("sealing", purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
}

/** Decrypts a sealed text; undefined if the purpose or SECRET differs or the text was altered. */
export function unseal(purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", sign("sealing", purpose), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
    );
  } catch {
    return undefined;
  }
}
