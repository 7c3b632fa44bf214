import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * SHA-256 of what JSON says, in hex: of its canonical form (RFC 8785), so that the order of names makes no difference.
 *
 * @param value what JSON can say; halves of a sign and numbers without end can't be
 */
export function hashOfJson(value: unknown): string {
  return createHash("sha256").update(canonicalize(value)!).digest("hex");
}
