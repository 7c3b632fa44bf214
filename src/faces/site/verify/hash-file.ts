import { hashInPieces } from "#platform/ids/hash.ts";

/** Up to here a file is hashed by the browser itself, in memory; phones end tabs that take much more. */
const MOST_IN_MEMORY = 64 * 1024 * 1024;
/** The page responds between pieces. */
const PIECE = 1024 * 1024;

/**
 * SHA-256 of a file, in hex. Nothing leaves the device.
 * @param onShare how much is done, from 0 to 1
 */
export async function hashOfBlob(file: Blob, onShare: (share: number) => void): Promise<string> {
  // Browsers offer their own hash only over HTTPS.
  if (file.size <= MOST_IN_MEMORY && globalThis.crypto?.subtle) {
    const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
    return Array.from(new Uint8Array(hash), (one) => one.toString(16).padStart(2, "0")).join("");
  }
  const hash = hashInPieces();
  for (let at = 0; at < file.size; at += PIECE) {
    hash.add(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
    onShare(Math.min(1, (at + PIECE) / file.size));
  }
  return hash.end();
}
