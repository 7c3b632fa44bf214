import { isSigned, sign } from "#platform/config/signing.server.ts";

const PURPOSE = "unsubscribe";
const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** The token of `/u/{token}`: account, lead and a signature. It stays good for as long as the lead exists: an opt-out must never expire. */
export function unsubscribeToken(accountId: string, leadId: string): string {
  const ids = Buffer.concat([bytesOf(accountId), bytesOf(leadId)]);
  return Buffer.concat([ids, sign(PURPOSE, ids).subarray(0, SIGNATURE_BYTES)]).toString("base64url");
}

/** Whose opt-out a token is, or undefined when we did not make it. */
export function readUnsubscribeToken(token: string): { accountId: string; leadId: string } | undefined {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  if (!isSigned(PURPOSE, ids, bytes.subarray(2 * ID_BYTES))) return undefined;
  return { accountId: idOf(ids.subarray(0, ID_BYTES)), leadId: idOf(ids.subarray(ID_BYTES)) };
}
