import {
  type AreaPlace,
  CANADA,
  OTHER_COUNTRIES,
  placesOf,
  type Region,
  REGIONS,
  zonesIn,
} from "./area-codes.ts";

/** Where somebody may be, as far as a number and a business tell. */
export type Whereabouts =
  | {
      /** Every pair of state and zone that the number may belong to; none where there is no number. */
      readonly places: readonly AreaPlace[];
      /** The zone of the business, which counts as well: clients live near it. */
      readonly nearby: string | null;
    }
  /** A number of a country whose rules and clocks are not known here. */
  | { readonly abroad: true };

/**
 * The states and zones that somebody may be in. People keep their numbers when they move, so a number alone
 * proves little; a business's clients live near it, so its zone counts too, and a text has to be right by
 * both clocks. Mail knows no legal hours: it keeps to the business's zone.
 *
 * An area code that is newer than our list may be anywhere in the United States, and is taken to be
 * everywhere.
 * @param phone as somebody typed it; null where there is none
 * @param businessZone IANA name; null where the business never chose one
 */
export function zonesOf(phone: string | null, businessZone: string | null): Whereabouts {
  const number = readNumber(phone);
  if (number === "abroad") return { abroad: true };
  if (number === null) return { places: [], nearby: businessZone };
  if (OTHER_COUNTRIES.has(number)) return { abroad: true };
  const places = placesOf(number);
  return { places: places.length ? places : ANYWHERE, nearby: businessZone };
}

const ANYWHERE: readonly AreaPlace[] = [
  // The territories are on the other side of the date line, and have long had the area codes they need.
  ...(Object.keys(REGIONS) as Region[])
    .filter((region) => !CANADA.has(region) && !["AS", "GU", "MP"].includes(region))
    .map((region) => ({ region, zones: zonesIn(region) })),
];

/** The area code of a North American number, or "abroad"; null where nothing in it can be read. */
function readNumber(phone: string | null): string | null {
  const text = phone?.trim() ?? "";
  const digits = text.replace(/\D/g, "");
  if (digits.length < 7) return null;
  // What stands after ten or eleven digits is an extension.
  if (/^(?:011|00)/.test(digits)) return "abroad";
  const national = /^(?:\+?1)?([2-9]\d{2})[2-9]\d{6}/.exec(text.replace(/[^\d+]/g, ""));
  if (text.startsWith("+") && !digits.startsWith("1")) return "abroad";
  return national ? national[1]! : null;
}

/**
 * The state of a postal address of the United States or Canada: the last two capitals before a ZIP or postal
 * code.
 */
export function regionOfAddress(address: string | null): Region | null {
  const found = [
    ...(address ?? "").matchAll(/\b([A-Z]{2})[\s,.]+(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)\b/g),
  ].at(-1)?.[1];
  return found !== undefined && Object.hasOwn(REGIONS, found) ? (found as Region) : null;
}

/** The one state of a zone, where the whole zone lies in one. */
export function regionOfZone(zone: string | null): Region | null {
  return zone === null ? null : (ONLY_STATE[zone] ?? null);
}

const ONLY_STATE: Readonly<Record<string, Region>> = {
  "America/Adak": "AK",
  "America/Anchorage": "AK",
  "America/Juneau": "AK",
  "America/Metlakatla": "AK",
  "America/Nome": "AK",
  "America/Sitka": "AK",
  "America/Yakutat": "AK",
  "America/Detroit": "MI",
  "America/Menominee": "MI",
  "America/Phoenix": "AZ",
  "Pacific/Honolulu": "HI",
  "America/Puerto_Rico": "PR",
};
