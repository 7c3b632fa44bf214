import { isSigned, sign } from "#platform/config/signing.server.ts";
import { FRIEND } from "./source.ts";

const PURPOSE = "a lead recommends";
const SIGNATURE_BYTES = 16;
const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

/**
 * What stands behind the address of a page for somebody who passes it on: signed, so that nobody can name
 * another, and of no use elsewhere.
 */
export function referralQuery(accountId: string, leadId: string): string {
  const id = bytesOf(leadId);
  const signature = sign(PURPOSE, Buffer.concat([bytesOf(accountId), id])).subarray(0, SIGNATURE_BYTES);
  return new URLSearchParams({
    utm_source: "referral",
    [FRIEND]: Buffer.concat([id, signature]).toString("base64url"),
  }).toString();
}

/**
 * Who recommended the business, by what is kept of where somebody came from; undefined where nobody did, or
 * the code is not ours.
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
