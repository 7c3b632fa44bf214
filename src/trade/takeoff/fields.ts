import {
  type Exact,
  exact,
  formatExact,
  isMore,
  over,
  parseExact,
  times,
  ZERO,
} from "#platform/measures/exact.ts";
import { formatLength, inchesIn, type LengthUnit, readArea, readLength } from "#platform/measures/lengths.ts";
import type { Units } from "#platform/measures/units.ts";
import type { Given } from "./sheet.ts";

/**
 * `length` is in feet or meters, `small` in inches or centimeters, `area` in square feet or meters, `face` is
 * width x length in inches or centimeters, `rise` is a roof's in 12, `count` is whole.
 */
type Kind = "length" | "small" | "area" | "face" | "rise" | "count" | "percent" | "number";
type ByUnits = Readonly<Record<Units, string>>;

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: Kind;
  /** What it says at first, as a person would type it. */
  readonly start?: ByUnits;
  /** Of a `number`. */
  readonly unit?: ByUnits;
  /** Blank is 0. Without it, the calculator waits for more than 0. */
  readonly isOptional?: true;
}

const SIDES: Readonly<Record<Units, { readonly large: LengthUnit; readonly small: LengthUnit }>> = {
  us: { large: "ft", small: "in" },
  metric: { large: "m", small: "cm" },
};

/** "ft", "sq ft", "in", "%": what a bare number is in; empty for pieces. */
export function unitOf({ kind, unit }: Field, units: Units): string {
  const { large, small } = SIDES[units];
  const of: Readonly<Record<Kind, string>> = {
    ...{ length: large, small, area: `sq ${large}`, face: small },
    ...{ rise: "", percent: "%", count: "", number: unit?.[units] ?? "" },
  };
  return of[kind];
}

const MISREAD: Readonly<Record<Kind, string>> = {
  length: "Enter a length, such as 12' 6\", 12-6, 12.5 or 3.8 m.",
  small: 'Enter a size, such as 5 1/2, 4" or 10 cm.',
  area: "Enter 12 x 14, add more with +, or enter the whole area, such as 180.",
  face: "Enter width x length, such as 12 x 24.",
  rise: "Enter the rise in 12, such as 6 or 6/12.",
  count: "Enter a whole number, such as 3.",
  percent: "Enter a percentage, such as 10.",
  number: "Enter a number, such as 1.5.",
};
const MOST = exact(1_000_000);

/** In feet, meters, their squares, or plain; null if blank, undefined if it can't be read. */
function parse(kind: Kind, typed: string, units: Units): Exact | null | undefined {
  const { large, small } = SIDES[units];
  const each = inchesIn(large);
  if (kind === "length" || kind === "small") {
    const inches = readLength(typed, kind === "length" ? large : small);
    return inches && over(inches, each);
  }
  if (kind === "area" || kind === "face") {
    const square = readArea(typed, kind === "area" ? large : small, kind === "face");
    return square && over(square, times(each, each));
  }
  const text = typed.trim();
  if (text === "") return null;
  const number = parseExact(text.replace(kind === "rise" ? / ?(?:\/|:|in|on) ?12$/ : / ?%$/, ""));
  return number && !isMore(number, MOST) && (kind !== "count" || number.d === 1n) ? number : undefined;
}

function wordsOf(field: Field, value: Exact, units: Units): string {
  const { kind } = field;
  const { large } = SIDES[units];
  if (kind === "length" || kind === "small")
    return formatLength(times(value, inchesIn(large)), units, kind === "small");
  if (kind === "area" || kind === "face") return `${formatExact(value)} sq ${large}`;
  if (kind === "rise") return `${formatExact(value)} in 12`;
  return `${formatExact(value, 4)}${kind === "percent" ? "" : " "}${unitOf(field, units)}`.trimEnd();
}

/** What a field says, or what is wrong with it; null if it is blank and needed. */
export function read(field: Field, typed: string, units: Units): Given | { readonly error: string } | null {
  const value = parse(field.kind, typed, units);
  if (value === undefined) return { error: MISREAD[field.kind] };
  if (value === null && !field.isOptional) return null;
  if (value?.n === 0n && !field.isOptional) return { error: "Enter more than 0." };
  return { value: value ?? ZERO, words: wordsOf(field, value ?? ZERO, units) };
}

const field = (kind: Kind, name: string, label: string, start?: string, metric = start): Field => ({
  ...{ kind, name, label },
  ...(start !== undefined && metric !== undefined ? { start: { us: start, metric } } : {}),
});
type Make = (name: string, label: string, start?: string, metric?: string) => Field;
const make =
  (kind: Kind): Make =>
  (name, label, start, metric) =>
    field(kind, name, label, start, metric);

export const length = make("length");
export const small = make("small");
export const area = make("area");
export const face = make("face");
export const rise = make("rise");
export const count = make("count");
/** @param unit in US and in metric units */
export const number = (
  name: string,
  label: string,
  [us, metric]: readonly [string, string],
  start: readonly [string, string],
): Field => ({ ...field("number", name, label, ...start), unit: { us, metric } });
export const optional = (one: Field): Field => ({ ...one, isOptional: true });
export const waste = (percent: string, label = "Waste"): Field =>
  optional(field("percent", "waste", label, percent));
