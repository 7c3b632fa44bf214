import type { Units } from "#platform/measures/units.ts";
import { parseTypedNumber } from "../day/typed-number.ts";

/** How a measure is written in the units of a business, and kept as records hold it. */
export interface Scale {
  readonly unit: Readonly<Record<Units, string>>;
  shown(value: number, units: Units): number;
  kept(value: number, units: Units): number;
}

const length = (perInch: number) => ({
  shown: (value: number, units: Units) => (units === "us" ? value / perInch : value),
  kept: (value: number, units: Units) => (units === "us" ? value * perInch : value),
});
const MPH = 2.236_936;

/** Millimetres. */
export const RAIN: Scale = { unit: { us: "inches", metric: "mm" }, ...length(25.4) };
/** Centimetres. */
export const SNOW: Scale = { unit: { us: "inches", metric: "cm" }, ...length(2.54) };
/** Metres a second. */
export const WIND: Scale = {
  unit: { us: "mph", metric: "km/h" },
  shown: (value, units) => value * (units === "us" ? MPH : 3.6),
  kept: (value, units) => value / (units === "us" ? MPH : 3.6),
};
/** Degrees Celsius. */
export const DEGREES: Scale = {
  unit: { us: "°F", metric: "°C" },
  shown: (value, units) => (units === "us" ? (value * 9) / 5 + 32 : value),
  kept: (value, units) => (units === "us" ? ((value - 32) * 5) / 9 : value),
};
/** Hours. */
export const HOURS: Scale = {
  unit: { us: "hours", metric: "hours" },
  shown: (value) => value,
  kept: (value) => value,
};

/** A measure that a form asks for. */
export interface Asked<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly scale: Scale;
  /** What records may hold. */
  readonly least: number;
  readonly most: number;
}

/** A number as a field shows it: with two decimals at most. */
export const written = (value: number): string => String(Math.round(value * 100) / 100);

/** What a field shows of a value; empty for none. */
export const shownIn = (value: number | null, { scale }: Asked<string>, units: Units): string =>
  value === null ? "" : written(scale.shown(value, units));

/**
 * Reads a field. What was shown and not touched stays to the last digit.
 * @param before what the field showed
 * @returns the value as records hold it, null for an empty field; or what is wrong
 */
export function readMeasure(
  typed: string,
  before: number | null,
  asked: Asked<string>,
  units: Units,
): { readonly value: number | null } | { readonly wrong: string } {
  const { scale, least, most } = asked;
  if (typed.trim() === shownIn(before, asked, units)) return { value: before };
  const said = parseTypedNumber(typed);
  if (said === null) return { value: null };
  if (Number.isNaN(said))
    return { wrong: `Write ${scale.unit[units]} as a number, such as 0.5. Leave it empty for none.` };
  const [low, high] = [scale.shown(least, units), scale.shown(most, units)];
  if (said < low || said > high) return { wrong: `Use ${written(low)} to ${written(high)}.` };
  // Rounding may reach over the edge of what a record takes.
  return { value: Math.min(most, Math.max(least, Math.round(scale.kept(said, units) * 1_000) / 1_000)) };
}
