import { createHmac, timingSafeEqual } from "node:crypto";

let secret: string | undefined;

/** Sets this process's SECRET; called once at start, and by tests. */
export function useSecret(value: string): void {
  secret = value;
}

function key(purpose: string): Buffer {
  if (!secret) throw new Error("no secret: the start has not called useSecret");
  return createHmac("sha256", secret).update(`signing: ${purpose}`).digest();
}

/**
 * A keyed digest of `content` that only this installation can make. Each purpose has its own key, so
 * signatures are not interchangeable.
 */
export function sign(purpose: string, content: string | Buffer): Buffer {
  return createHmac("sha256", key(purpose)).update(content).digest();
}

/** Whether `signature` is ours; may be truncated to 16 bytes at least. */
export function isSigned(purpose: string, content: string | Buffer, signature: Buffer): boolean {
  if (signature.length < 16 || signature.length > 32) return false;
  return timingSafeEqual(sign(purpose, content).subarray(0, signature.length), signature);
}
