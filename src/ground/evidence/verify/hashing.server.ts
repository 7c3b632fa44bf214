import { createHash, createPublicKey, verify } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Checks } from "./findings.ts";

/** SHA-256 in hex. */
export const sha256 = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

/** Prefix that turns the 32 bytes of an Ed25519 public key into a SubjectPublicKeyInfo (RFC 8410). */
export const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

export const nodeChecks: Checks = {
  sha256,
  isSigned(publicKey, signature, bytes) {
    try {
      const key = createPublicKey({
        key: Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, "hex")]),
        format: "der",
        type: "spki",
      });
      return verify(null, bytes, key, Buffer.from(signature, "hex"));
    } catch {
      return false;
    }
  },
};

/** Like `nodeChecks`, but yields to the event loop, for checks in the server process. */
export function yieldingChecks(): Checks {
  let hashed = 0;
  return {
    ...nodeChecks,
    async sha256(bytes) {
      if (++hashed % HASHES_AT_ONCE === 0) await nextTurn();
      return sha256(bytes);
    },
  };
}

const HASHES_AT_ONCE = 100;
