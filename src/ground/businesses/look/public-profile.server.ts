import { isColor } from "#platform/drawing/contrast.ts";
import type { Business } from "../business.ts";
import { formatHours } from "../settings/hours.ts";
import { lookPath } from "./look.ts";
import { pictureFile, picturePath, pictureToken } from "./public-picture.server.ts";

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

/**
 * Path of a public logo. Sent emails keep their logo after the business changes it.
 */
function logoAddress(file: string): string | null {
  const token = pictureToken("logo", file);
  return token === undefined ? null : `/logo/${token}.png`;
}

/** The file behind a path made by logoAddress(); undefined for any other. */
export const logoFileAt = (name: string): string | undefined =>
  name.endsWith(".png") ? pictureFile("logo", name.slice(0, -4)) : undefined;

/** Whom clients meet, and what the business says of itself; what it left empty is null. */
export interface Introduction {
  readonly person: string | null;
  readonly services: string | null;
  readonly area: string | null;
  readonly words: string | null;
  readonly reviewLink: string | null;
  /** Path for an `<img>`. */
  readonly face: string | null;
}

export const introductionOf = (business: Business): Introduction => ({
  person: business.personName,
  services: business.services,
  area: business.serviceArea,
  words: business.introduction,
  reviewLink: business.reviewLink,
  face: picturePath("face", business.face),
});
