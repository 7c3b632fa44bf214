import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export const hashOfText = (text: string): Uint8Array => sha256(utf8ToBytes(text));

export const hexOf: (bytes: Uint8Array) => string = bytesToHex;

/** Incremental SHA-256, in hex at the end; browsers' own can only hash data that is in memory as a whole. */
export function hashInPieces(): { readonly add: (piece: Uint8Array) => void; readonly end: () => string } {
  const state = sha256.create();
  return { add: (piece) => void state.update(piece), end: () => bytesToHex(state.digest()) };
}
