import { isSigned, sign } from "#platform/config/signing.server.ts";

const PURPOSE = "unsubscribe";
const CONFIRMS = "a lead confirms their address";
const SECONDS_BYTES = 6;
const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * The token of `/u/{token}`: account, lead and a signature. It stays good for as long as the lead exists: an
 * opt-out must never expire. In one case only, because some mail programs and people change the case of a
 * link.
 */
export function unsubscribeToken(accountId: string, leadId: string): string {
  const ids = Buffer.concat([bytesOf(accountId), bytesOf(leadId)]);
  return base32(Buffer.concat([ids, sign(PURPOSE, ids).subarray(0, SIGNATURE_BYTES)]));
}

/**
 * Whose opt-out a token is, or undefined when we did not make it. Reads tokens of earlier versions too, and
 * overlooks what a mail program took along from behind the link, such as `>` or `.`.
 */
export function readUnsubscribeToken(token: string): { accountId: string; leadId: string } | undefined {
  const [bare = ""] = /^[A-Za-z0-9_-]*/.exec(token) ?? [];
  const bytes =
    bare.length === BASE32_LENGTH
      ? fromBase32(bare)
      : bare.length === 64
        ? Buffer.from(bare, "base64url")
        : undefined;
  if (!bytes) return undefined;
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  if (!isSigned(PURPOSE, ids, bytes.subarray(2 * ID_BYTES))) return undefined;
  return { accountId: idOf(ids.subarray(0, ID_BYTES)), leadId: idOf(ids.subarray(ID_BYTES)) };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const BITS = 5;
const BASE32_LENGTH = Math.ceil(((2 * ID_BYTES + SIGNATURE_BYTES) * 8) / BITS);

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => LETTERS[Number.parseInt(five.padEnd(BITS, "0"), 2)])
    .join("");
}

function fromBase32(text: string): Buffer | undefined {
  const values = text
    .toLowerCase()
    .split("")
    .map((letter) => LETTERS.indexOf(letter));
  if (values.includes(-1)) return undefined;
  const bits = values.map((value) => value.toString(2).padStart(BITS, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/**
 * The token of `/confirm/{token}`: account, lead, when it ends, and a signature. Nothing is stored for it.
 */
export function confirmToken(accountId: string, leadId: string, until: Temporal.Instant): string {
  const seconds = Buffer.alloc(SECONDS_BYTES);
  seconds.writeUIntBE(Math.floor(until.epochMilliseconds / 1000), 0, SECONDS_BYTES);
  const what = Buffer.concat([bytesOf(accountId), bytesOf(leadId), seconds]);
  return Buffer.concat([what, sign(CONFIRMS, what).subarray(0, SIGNATURE_BYTES)]).toString("base64url");
}

/** Whose address a token confirms and until when, or undefined when we did not make it. */
export function readConfirmToken(
  token: string,
): { accountId: string; leadId: string; until: Temporal.Instant } | undefined {
  if (!/^[A-Za-z0-9_-]{72}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const what = bytes.subarray(0, 2 * ID_BYTES + SECONDS_BYTES);
  if (!isSigned(CONFIRMS, what, bytes.subarray(what.length))) return undefined;
  const until = Temporal.Instant.fromEpochMilliseconds(what.readUIntBE(2 * ID_BYTES, SECONDS_BYTES) * 1000);
  return {
    accountId: idOf(what.subarray(0, ID_BYTES)),
    leadId: idOf(what.subarray(ID_BYTES, 2 * ID_BYTES)),
    until,
  };
}
