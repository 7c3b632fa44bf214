import { readSignedBytes, readSignedIds, signedIds } from "#platform/config/signed-ids.server.ts";
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
 * The token of `/u/{token}`. Valid as long as the lead exists, because an opt-out link must not expire.
 */
export const unsubscribeToken = (accountId: string, leadId: string): string =>
  signedIds(PURPOSE, accountId, leadId);

/** The account and lead of a token; undefined if it is forged. Accepts the older token format. */
export function readUnsubscribeToken(token: string): { accountId: string; leadId: string } | undefined {
  const [older] = /^[A-Za-z0-9_-]{64}(?![A-Za-z0-9_-])/.exec(token) ?? [];
  const ids =
    older === undefined
      ? readSignedIds(PURPOSE, token, 2)
      : readSignedBytes(PURPOSE, Buffer.from(older, "base64url"), 2);
  return ids && { accountId: ids[0]!, leadId: ids[1]! };
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
