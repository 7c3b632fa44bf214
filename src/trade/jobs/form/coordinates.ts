import type { Position } from "../rules.ts";

/** A position as a form shows it: "43.61502, -116.20232". */
export const formatCoordinates = (position: Pick<Position, "lat" | "lon"> | null): string =>
  position ? `${round(position.lat)}, ${round(position.lon)}` : "";

/** Five decimals are a metre. */
const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/**
 * One of the two: a number, and what may stand before or after it. A comma between two digits may be a
 * decimal one.
 */
const PART = /^([NSEW])?\s*([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEW])?$/i;

/**
 * Coordinates as people paste them from a map or a phone: "40.7128, -74.0060", "40.7128° N 74.0060° W", "N
 * 40.71 W 74.00", "40,71 -74,00".
 * @returns null for none; undefined for what is no place on earth
 */
export function readCoordinates(typed: string): Pick<Position, "lat" | "lon"> | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const parts = partsOf(text).map((part) => PART.exec(part.trim()));
  const [first, second] = parts.map((found) => {
    const [, before, figure, after] = found ?? [];
    const side = (before ?? after ?? "").toUpperCase();
    const value = Number(figure?.replace(",", "."));
    const isTwice = Boolean(before && after) || (side !== "" && value < 0);
    return figure === undefined || isTwice
      ? undefined
      : { side, value: side === "S" || side === "W" ? -value : value };
  });
  if (parts.length !== 2 || !first || !second) return undefined;
  const isTurned = /[EW]/.test(first.side) || /[NS]/.test(second.side);
  const [lat, lon] = isTurned ? [second, first] : [first, second];
  if (/[EW]/.test(lat.side) || /[NS]/.test(lon.side)) return undefined;
  return Math.abs(lat.value) <= 90 && Math.abs(lon.value) <= 180
    ? { lat: round(lat.value), lon: round(lon.value) }
    : undefined;
}

/**
 * Where the two part: at a semicolon, a comma with room after it, between two sides of the compass, or at
 * room; never inside a number.
 */
function partsOf(text: string): string[] {
  for (const between of [
    /;/,
    /,\s+/,
    /(?<=[NSEW])\s*,?\s*(?=[\d+-])(?=.*[NSEW])/i,
    /(?<=\d°?)\s*,?\s*(?=[NSEW]\s*[\d+-])/i,
    /\s+/,
    /,/,
  ]) {
    const parts = text.split(between);
    if (parts.length === 2 && parts.every((part) => PART.test(part.trim()))) return parts;
  }
  return [text];
}

const ZONES: readonly string[] = Intl.supportedValuesOf("timeZone");
/** Zones as people read them, to choose from. */
export const zoneNames = (): string[] => ZONES.map(formatZone);
export const formatZone = (zone: string | null): string => (zone ?? "").replaceAll("_", " ");

/**
 * A zone as it was typed or chosen, by any name that it goes by.
 * @returns null for none; undefined for what is no time zone
 */
export function readZone(typed: string): string | null | undefined {
  const name = typed.trim().replaceAll(" ", "_");
  if (name === "") return null;
  if (!/^[a-z]/i.test(name)) return undefined;
  try {
    const zone = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
    // Some browsers answer with the older of two names: what was typed is kept where it is a name as it
    // stands.
    return ZONES.find((one) => one.toLowerCase() === name.toLowerCase()) ?? zone;
  } catch {
    return undefined;
  }
}
