import { isSigned, sign } from "#platform/config/signing.server.ts";
import { accountOfFile, fileKey, isFileKey } from "#platform/files/file-store.ts";
import { isColor } from "#platform/drawing/contrast.ts";
import type { Business } from "../business.ts";
import { formatHours } from "../settings/hours.ts";
import { lookPath } from "./look.ts";

/** How a business shows itself to a client, on a page: everything that is on file, nothing more. */
export interface PublicProfile {
  readonly business: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly licence: string | null;
  readonly hours: readonly string[];
  /** Path of its logo, for an `<img>`. */
  readonly logo: string | null;
  /** Its color, as the page names it, and the sheet that says what it looks like. */
  readonly look: { readonly name: string; readonly sheet: string } | null;
}

/** The face of a business. */
export function publicProfileOf(business: Business): PublicProfile {
  const color = business.color !== null && isColor(business.color) ? business.color : null;
  return {
    business: business.name ?? "",
    address: business.postalAddress,
    phone: business.phone,
    licence: business.licence,
    hours: formatHours(business.hours),
    logo: business.logo === null ? null : logoAddress(business.logo),
    look: color === null ? null : { name: color.slice(1), sheet: lookPath(color) },
  };
}

const PURPOSE = "logo";
const SIGNATURE_BYTES = 16;
const EXTENSION = "png";

/**
 * Where a logo is open to everybody: its account, its content's hash and our signature, so that nothing else
 * in the file store can be asked for. A mail that was sent keeps its logo when the business takes another.
 */
function logoAddress(file: string): string | null {
  if (!isFileKey(file) || !file.endsWith(`.${EXTENSION}`)) return null;
  const hash = file.slice(file.lastIndexOf("/") + 1, -EXTENSION.length - 1);
  const what = Buffer.from(accountOfFile(file).replaceAll("-", "") + hash, "hex");
  return `/logo/${Buffer.concat([what, sign(PURPOSE, what).subarray(0, SIGNATURE_BYTES)]).toString("base64url")}.${EXTENSION}`;
}

/** The file behind an address that logoAddress() made; undefined for any other. */
export function logoFileAt(name: string): string | undefined {
  const token = /^([A-Za-z0-9_-]{86})\.png$/.exec(name)?.[1];
  if (!token) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const what = bytes.subarray(0, 48);
  if (!isSigned(PURPOSE, what, bytes.subarray(48))) return undefined;
  const account = what
    .subarray(0, 16)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return fileKey(account, what.subarray(16).toString("hex"), EXTENSION);
}
