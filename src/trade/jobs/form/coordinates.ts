import type { Position } from "../rules.ts";

/** "43.61502, -116.20232". */
export const formatCoordinates = (position: Pick<Position, "lat" | "lon"> | null): string =>
  position ? `${round(position.lat)}, ${round(position.lon)}` : "";

/** Five decimals are about a meter. */
const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/**
 * With an optional side of the compass before or after it. A comma between digits may be a decimal comma.
 */
const PART = /^([NSEW])?\s*([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEW])?$/i;

/**
 * Parses "40.7128, -74.0060", "40.7128° N 74.0060° W", "N 40.71 W 74.00", "40,71 -74,00".
 * @returns null for empty text; undefined if it isn't on earth
 */
export function readCoordinates(typed: string): Pick<Position, "lat" | "lon"> | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const parts = splitCoordinates(text).map((part) => PART.exec(part.trim()));
  const [first, second] = parts.map((found) => {
    const [, before, figure, after] = found ?? [];
    const side = (before ?? after ?? "").toUpperCase();
    const value = Number(figure?.replace(",", "."));
    const isContradictory = Boolean(before && after) || (side !== "" && value < 0);
    return figure === undefined || isContradictory
      ? undefined
      : { side, value: side === "S" || side === "W" ? -value : value };
  });
  if (parts.length !== 2 || !first || !second) return undefined;
  const isLonFirst = /[EW]/.test(first.side) || /[NS]/.test(second.side);
  const [lat, lon] = isLonFirst ? [second, first] : [first, second];
  if (/[EW]/.test(lat.side) || /[NS]/.test(lon.side)) return undefined;
  return Math.abs(lat.value) <= 90 && Math.abs(lon.value) <= 180
    ? { lat: round(lat.value), lon: round(lon.value) }
    : undefined;
}

/** Splits at a semicolon, a comma with a space, sides of the compass, or a space; never inside a number. */
function splitCoordinates(text: string): string[] {
  for (const separator of [
    /;/,
    /,\s+/,
    /(?<=[NSEW])\s*,?\s*(?=[\d+-])(?=.*[NSEW])/i,
    /(?<=\d°?)\s*,?\s*(?=[NSEW]\s*[\d+-])/i,
    /\s+/,
    /,/,
  ]) {
    const parts = text.split(separator);
    if (parts.length === 2 && parts.every((part) => PART.test(part.trim()))) return parts;
  }
  return [text];
}

const ZONES: readonly string[] = Intl.supportedValuesOf("timeZone");
export const zoneNames = (): string[] => ZONES.map(formatZone);
export const formatZone = (zone: string | null): string => (zone ?? "").replaceAll("_", " ");

/** By any of its names. @returns null for empty text; undefined if there is no such zone */
export function readZone(typed: string): string | null | undefined {
  const name = typed.trim().replaceAll(" ", "_");
  if (name === "") return null;
  if (!/^[a-z]/i.test(name)) return undefined;
  try {
    const zone = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
    // Some browsers resolve a zone to its older name.
    return ZONES.find((one) => one.toLowerCase() === name.toLowerCase()) ?? zone;
  } catch {
    return undefined;
  }
}
