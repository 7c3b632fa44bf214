import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a text. */
export const hashOfText = (text: string): Uint8Array => sha256(utf8ToBytes(text));

/** Bytes in hex. */
export const hexOf: (bytes: Uint8Array) => string = bytesToHex;

/**
 * SHA-256 of what comes piece by piece, in hex at its end: a browser's own can only hash what is in memory as
 * a whole.
 */
export function hashInPieces(): { readonly add: (piece: Uint8Array) => void; readonly end: () => string } {
  const state = sha256.create();
  return { add: (piece) => void state.update(piece), end: () => bytesToHex(state.digest()) };
}
