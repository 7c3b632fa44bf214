import type { Units } from "#platform/measures/units.ts";
import { parseTypedNumber } from "./typed-number.ts";

export interface Scale {
  readonly unit: Readonly<Record<Units, string>>;
  toDisplay(value: number, units: Units): number;
  toStored(value: number, units: Units): number;
}

const length = (perInch: number) => ({
  toDisplay: (value: number, units: Units) => (units === "us" ? value / perInch : value),
  toStored: (value: number, units: Units) => (units === "us" ? value * perInch : value),
});
const MPH = 2.236_936;

/** Records use millimeters. */
export const RAIN: Scale = { unit: { us: "inches", metric: "mm" }, ...length(25.4) };
/** Records use centimeters. */
export const SNOW: Scale = { unit: { us: "inches", metric: "cm" }, ...length(2.54) };
/** Records use meters per second. */
export const WIND: Scale = {
  unit: { us: "mph", metric: "km/h" },
  toDisplay: (value, units) => value * (units === "us" ? MPH : 3.6),
  toStored: (value, units) => value / (units === "us" ? MPH : 3.6),
};
/** Records use degrees Celsius. */
export const DEGREES: Scale = {
  unit: { us: "°F", metric: "°C" },
  toDisplay: (value, units) => (units === "us" ? (value * 9) / 5 + 32 : value),
  toStored: (value, units) => (units === "us" ? ((value - 32) * 5) / 9 : value),
};
export const HOURS: Scale = {
  unit: { us: "hours", metric: "hours" },
  toDisplay: (value) => value,
  toStored: (value) => value,
};

export interface MeasureField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly scale: Scale;
  /** In the units of records. */
  readonly least: number;
  readonly most: number;
}

/** At most two decimals. */
export const formatNumber = (value: number): string => String(Math.round(value * 100) / 100);

/** Empty for null. */
export const formatMeasure = (value: number | null, { scale }: MeasureField<string>, units: Units): string =>
  value === null ? "" : formatNumber(scale.toDisplay(value, units));

/**
 * Parses a form field. An unchanged value keeps its exact stored value.
 * @param before the value the field showed
 * @returns in the units of records; null for an empty field
 */
export function readMeasure(
  typed: string,
  before: number | null,
  asked: MeasureField<string>,
  units: Units,
): { readonly value: number | null } | { readonly wrong: string } {
  const { scale, least, most } = asked;
  if (typed.trim() === formatMeasure(before, asked, units)) return { value: before };
  const entered = parseTypedNumber(typed);
  if (entered === null) return { value: null };
  if (Number.isNaN(entered))
    return { wrong: `Write ${scale.unit[units]} as a number, such as 0.5. Leave it blank for none.` };
  const [low, high] = [scale.toDisplay(least, units), scale.toDisplay(most, units)];
  if (entered < low || entered > high) return { wrong: `Use ${formatNumber(low)} to ${formatNumber(high)}.` };
  // Rounding may leave the range.
  return {
    value: Math.min(most, Math.max(least, Math.round(scale.toStored(entered, units) * 1_000) / 1_000)),
  };
}
