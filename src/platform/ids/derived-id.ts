import { hashOfText, hexOf } from "./hash.ts";

/**
 * An id derived from content: the same parts give the same id on any device, offline. A UUID of version 8
 * (RFC 9562) with 122 bits of SHA-256.
 * @param parts in order; encoded so that different parts can't collide
 */
export function derivedId(...parts: readonly string[]): string {
  const bytes = hashOfText(JSON.stringify(parts)).slice(0, 16);
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const digits = hexOf(bytes);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join("-");
}
