import { base32, base32Length, fromBase32 } from "../ids/base32.ts";
import { isSigned, sign } from "./signing.server.ts";

// Tokens of links that name rows by their ids. Nothing is stored, and they work as long as the rows exist.

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** The length of a token of `count` ids. */
export const signedIdsLength = (count: number): number => base32Length(count * ID_BYTES + SIGNATURE_BYTES);

/**
 * A token of ids with a signature. In lower case without digits that look like letters, and read in any case,
 * because some mail programs and people change a link's case.
 */
export function signedIds(purpose: string, ...ids: readonly string[]): string {
  const bytes = Buffer.concat(ids.map(bytesOf));
  return base32(Buffer.concat([bytes, sign(purpose, bytes).subarray(0, SIGNATURE_BYTES)]));
}

/**
 * The ids of a token; undefined if it is forged. Ignores characters that mail programs append to links, such
 * as `>` or `.`.
 */
export function readSignedIds(purpose: string, token: string, count: number): string[] | undefined {
  const [bare = ""] = /^[A-Za-z0-9_-]*/.exec(token) ?? [];
  return bare.length === signedIdsLength(count)
    ? readSignedBytes(purpose, fromBase32(bare), count)
    : undefined;
}

/** The ids in the bytes of a token; undefined if they are forged. */
export function readSignedBytes(
  purpose: string,
  bytes: Buffer | undefined,
  count: number,
): string[] | undefined {
  const end = count * ID_BYTES;
  if (!bytes || !isSigned(purpose, bytes.subarray(0, end), bytes.subarray(end))) return undefined;
  return Array.from({ length: count }, (_, at) => idOf(bytes.subarray(at * ID_BYTES, (at + 1) * ID_BYTES)));
}
