import { isSigned, sign } from "#platform/config/signing.server.ts";
import { FRIEND } from "./source.ts";

// Part of what is signed: changing it would break links that people have.
const PURPOSE = "a lead recommends";
const SIGNATURE_BYTES = 16;
const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

/** The code of a lead in their personal link: always the same one. */
export function referralCode(accountId: string, leadId: string): string {
  const id = bytesOf(leadId);
  const signature = sign(PURPOSE, Buffer.concat([bytesOf(accountId), id])).subarray(0, SIGNATURE_BYTES);
  return Buffer.concat([id, signature]).toString("base64url");
}

/**
 * The query that identifies a recommending lead in a shared link. Signed, so that it can't be forged or used
 * for another account.
 */
export const referralQuery = (accountId: string, leadId: string): string =>
  new URLSearchParams({ utm_source: "referral", [FRIEND]: referralCode(accountId, leadId) }).toString();

/**
 * The id of the lead who recommended the business, from a touch's source; undefined if there is none or the
 * code is forged.
 */
export function recommendedBy(
  accountId: string,
  source: Readonly<Record<string, string>>,
): string | undefined {
  const bytes = Buffer.from(source[FRIEND] ?? "", "base64url");
  if (bytes.length !== 16 + SIGNATURE_BYTES) return undefined;
  const id = bytes.subarray(0, 16);
  if (!isSigned(PURPOSE, Buffer.concat([bytesOf(accountId), id]), bytes.subarray(16))) return undefined;
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
