import { isSigned, sign } from "#platform/config/signing.server.ts";
import { accountOfFile, fileKey, isFileKey } from "#platform/files/file-store.ts";
import { isColor } from "#platform/drawing/contrast.ts";
import type { Business } from "../business.ts";
import { formatHours } from "../settings/hours.ts";
import { lookPath } from "./look.ts";

/** What a page shows clients about a business. */
export interface PublicProfile {
  readonly business: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly licence: string | null;
  readonly hours: readonly string[];
  /** Path for an `<img>`. */
  readonly logo: string | null;
  /** The value for `data-look`, and the path of its style sheet. */
  readonly look: { readonly name: string; readonly sheet: string } | null;
}

export function publicProfileOf(business: Business): PublicProfile {
  const color = business.color !== null && isColor(business.color) ? business.color : null;
  return {
    business: business.name ?? "",
    address: business.postalAddress,
    phone: business.phone,
    licence: business.licenceNumber,
    hours: formatHours(business.hours),
    logo: business.logo === null ? null : logoAddress(business.logo),
    look: color === null ? null : { name: color.slice(1), sheet: lookPath(color) },
  };
}

const PURPOSE = "logo";
const SIGNATURE_BYTES = 16;
const EXTENSION = "png";

/**
 * Path of a public logo: the account, the content hash and our signature, so that no other stored file can be
 * requested. Sent emails keep their logo after the business changes it.
 */
function logoAddress(file: string): string | null {
  if (!isFileKey(file) || !file.endsWith(`.${EXTENSION}`)) return null;
  const hash = file.slice(file.lastIndexOf("/") + 1, -EXTENSION.length - 1);
  const payload = Buffer.from(accountOfFile(file).replaceAll("-", "") + hash, "hex");
  return `/logo/${Buffer.concat([payload, sign(PURPOSE, payload).subarray(0, SIGNATURE_BYTES)]).toString("base64url")}.${EXTENSION}`;
}

/** The file behind a path made by logoAddress(); undefined for any other. */
export function logoFileAt(name: string): string | undefined {
  const token = /^([A-Za-z0-9_-]{86})\.png$/.exec(name)?.[1];
  if (!token) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const payload = bytes.subarray(0, 48);
  if (!isSigned(PURPOSE, payload, bytes.subarray(48))) return undefined;
  const account = payload
    .subarray(0, 16)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return fileKey(account, payload.subarray(16).toString("hex"), EXTENSION);
}
