import {
  type AreaPlace,
  CANADA,
  OTHER_COUNTRIES,
  placesOf,
  type Region,
  REGIONS,
  zonesIn,
} from "./area-codes.ts";

/** Where a person may be, by their number and by the business that texts them. */
export type Whereabouts =
  | {
      /** Every state and zone the number may belong to; empty without a number. */
      readonly places: readonly AreaPlace[];
      /** The business's time zone; it counts too, because clients live near it. */
      readonly nearby: string | null;
    }
  /** A number of a country whose laws and time zones we don't know. */
  | { readonly abroad: true };

/**
 * Finds the states and zones a person may be in. People keep their numbers when they move, so a number alone
 * proves little. A business's clients live near it, so a text must be legal in its zone too. No law limits
 * the hours of email, which goes by the business's zone.
 *
 * An area code newer than our list may be anywhere in the United States, so every state's hours apply.
 * @param phone as typed; null if there is none
 * @param businessZone IANA name; null if the business never chose one
 */
export function zonesOf(phone: string | null, businessZone: string | null): Whereabouts {
  const number = parseAreaCode(phone);
  if (number === "abroad") return { abroad: true };
  if (number === null) return { places: [], nearby: businessZone };
  if (OTHER_COUNTRIES.has(number)) return { abroad: true };
  const places = placesOf(number);
  return { places: places.length ? places : ANYWHERE, nearby: businessZone };
}

const ANYWHERE: readonly AreaPlace[] = [
  // Without the territories: they are across the date line, and have had enough area codes for years.
  ...(Object.keys(REGIONS) as Region[])
    .filter((region) => !CANADA.has(region) && !["AS", "GU", "MP"].includes(region))
    .map((region) => ({ region, zones: zonesIn(region) })),
];

/** The area code of a North American number, "abroad", or null if it can't be parsed. */
function parseAreaCode(phone: string | null): string | null {
  const text = phone?.trim() ?? "";
  const digits = text.replace(/\D/g, "");
  if (digits.length < 7) return null;
  // Digits after the tenth or eleventh are an extension.
  if (/^(?:011|00)/.test(digits)) return "abroad";
  const national = /^(?:\+?1)?([2-9]\d{2})[2-9]\d{6}/.exec(text.replace(/[^\d+]/g, ""));
  if (text.startsWith("+") && !digits.startsWith("1")) return "abroad";
  return national ? national[1]! : null;
}

/**
 * The state or province of a US or Canadian postal address: the last two capitals before a ZIP or postal
 * code.
 */
export function regionOfAddress(address: string | null): Region | null {
  const found = [
    ...(address ?? "").matchAll(/\b([A-Z]{2})[\s,.]+(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)\b/g),
  ].at(-1)?.[1];
  return found !== undefined && Object.hasOwn(REGIONS, found) ? (found as Region) : null;
}

/** The state of a time zone that lies within one state; null for all others. */
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
