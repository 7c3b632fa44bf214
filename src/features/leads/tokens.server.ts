import { isSigned, sign } from "#platform/config/signing.server.ts";

const PURPOSE = "unsubscribe";
const CONFIRMS = "a lead confirms their address";
const SECONDS_BYTES = 6;
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

/** The token of `/confirm/{token}`: account, lead, when it ends, and a signature. Nothing is stored for it. */
export function confirmToken(accountId: string, leadId: string, until: Temporal.Instant): string {
  const seconds = Buffer.alloc(SECONDS_BYTES);
  seconds.writeUIntBE(Math.floor(until.epochMilliseconds / 1000), 0, SECONDS_BYTES);
  const what = Buffer.concat([bytesOf(accountId), bytesOf(leadId), seconds]);
  return Buffer.concat([what, sign(CONFIRMS, what).subarray(0, SIGNATURE_BYTES)]).toString("base64url");
}

/** Whose address a token confirms and until when, or undefined when we did not make it. */
export function readConfirmToken(token: string): { accountId: string; leadId: string; until: Temporal.Instant } | undefined {
  if (!/^[A-Za-z0-9_-]{72}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const what = bytes.subarray(0, 2 * ID_BYTES + SECONDS_BYTES);
  if (!isSigned(CONFIRMS, what, bytes.subarray(what.length))) return undefined;
  const until = Temporal.Instant.fromEpochMilliseconds(what.readUIntBE(2 * ID_BYTES, SECONDS_BYTES) * 1000);
  return { accountId: idOf(what.subarray(0, ID_BYTES)), leadId: idOf(what.subarray(ID_BYTES, 2 * ID_BYTES)), until };
}
