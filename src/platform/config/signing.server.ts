import { createHmac, timingSafeEqual } from "node:crypto";

let secret: string | undefined;

/** Says which SECRET this process signs with; called once by the start, and by tests. */
export function useSecret(value: string): void {
  secret = value;
}

function key(purpose: string): Buffer {
  if (!secret) throw new Error("no secret: the start has not called useSecret");
  return createHmac("sha256", secret).update(`signing: ${purpose}`).digest();
}

/**
 * A keyed digest of `content` that only this installation can make. Each purpose has its own key, so one
 * can't stand for another.
 */
export function sign(purpose: string, content: string | Buffer): Buffer {
  return createHmac("sha256", key(purpose)).update(content).digest();
}

/** Whether `signature` is ours, cut to its own length; 16 bytes at least. */
export function isSigned(purpose: string, content: string | Buffer, signature: Buffer): boolean {
  if (signature.length < 16 || signature.length > 32) return false;
  return timingSafeEqual(sign(purpose, content).subarray(0, signature.length), signature);
}
