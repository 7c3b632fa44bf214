import { hashOfText, hexOf } from "./hash.ts";

/**
 * The id of a thing that is known by what it is: whoever names the same parts, on whatever device and without
 * asking anybody, gets the same one. A UUID of version 8 (RFC 9562) of 122 bits of SHA-256.
 * @param parts in their order; what stands in one can't be taken for another
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
