import { isSigned, sign } from "#platform/config/signing.server.ts";

const PURPOSE = "unsubscribe";
const CONFIRM_PURPOSE = "a lead confirms their address";
const SECONDS_BYTES = 6;
const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * The token of `/u/{token}`: account, lead and signature. Valid as long as the lead exists, because an
 * opt-out link must not expire. Case-insensitive, because some mail programs and people change a link's case.
 */
export function unsubscribeToken(accountId: string, leadId: string): string {
  const ids = Buffer.concat([bytesOf(accountId), bytesOf(leadId)]);
  return base32(Buffer.concat([ids, sign(PURPOSE, ids).subarray(0, SIGNATURE_BYTES)]));
}

/**
 * The account and lead of a token; undefined if it is forged. Accepts the older token format, and ignores
 * characters that mail programs append to links, such as `>` or `.`.
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

/** The token of `/confirm/{token}`: account, lead, expiry and signature. Nothing is stored. */
export function confirmToken(accountId: string, leadId: string, until: Temporal.Instant): string {
  const seconds = Buffer.alloc(SECONDS_BYTES);
  seconds.writeUIntBE(Math.floor(until.epochMilliseconds / 1000), 0, SECONDS_BYTES);
  const payload = Buffer.concat([bytesOf(accountId), bytesOf(leadId), seconds]);
  return Buffer.concat([payload, sign(CONFIRM_PURPOSE, payload).subarray(0, SIGNATURE_BYTES)]).toString(
    "base64url",
  );
}

/** The account, lead and expiry of a token; undefined if it is forged. */
export function readConfirmToken(
  token: string,
): { accountId: string; leadId: string; until: Temporal.Instant } | undefined {
  if (!/^[A-Za-z0-9_-]{72}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const payload = bytes.subarray(0, 2 * ID_BYTES + SECONDS_BYTES);
  if (!isSigned(CONFIRM_PURPOSE, payload, bytes.subarray(payload.length))) return undefined;
  const until = Temporal.Instant.fromEpochMilliseconds(
    payload.readUIntBE(2 * ID_BYTES, SECONDS_BYTES) * 1000,
  );
  return {
    accountId: idOf(payload.subarray(0, ID_BYTES)),
    leadId: idOf(payload.subarray(ID_BYTES, 2 * ID_BYTES)),
    until,
  };
}
