import {
  type Exact,
  exact,
  formatExact,
  isMore,
  over,
  parseExact,
  plus,
  roundHalfUp,
  spellFractions,
  times,
  ZERO,
} from "./exact.ts";
import type { Units } from "./units.ts";

// Lengths are exact inches and areas exact square inches: an inch is 25.4 mm, so metric ones are exact too.

/** What a bare number is in. */
export type LengthUnit = "ft" | "in" | "m" | "cm";

const TWELVE = exact(12);
const INCHES: Readonly<Record<LengthUnit | "mm" | "yd", Exact>> = {
  in: exact(1),
  ft: TWELVE,
  yd: exact(36),
  mm: exact(10, 254),
  cm: exact(100, 254),
  m: exact(10_000, 254),
};
/** The inches, or square inches, in one of a unit. */
export const inchesIn = (unit: LengthUnit): Exact => INCHES[unit];
const squareInches = (unit: LengthUnit): Exact => times(INCHES[unit], INCHES[unit]);

const NUMBER = String.raw`(\d+[ -]\d+\/\d+|\d+\/\d+|[\d.,]+)`;
const FEET = String.raw`(?:'|feet|foot|ft\b\.?)`;
const INCH = String.raw`(?:"|inches|inch|in\b\.?)`;
const FEET_AND_INCHES = new RegExp(String.raw`^${NUMBER} ?${FEET}[ -]*${NUMBER} ?${INCH}?$`);
const DASHED = new RegExp(String.raw`^(\d+)-(\d[\d.]*(?:[ -]\d+\/\d+)?) ?${INCH}?$`);
const METERS_AND_CM = new RegExp(String.raw`^${NUMBER} ?m ?${NUMBER} ?cm$`);
const ONE_UNIT = new RegExp(String.raw`^${NUMBER} ?(.*)$`);
const AREA =
  /^(.*?) ?(?:(sq\.? ?ft\.?|sf|sqft|ft2|square f(?:ee|oo)t)|(sq\.? ?m\.?|sqm|m2|square met(?:er|re)s?))$/;

const UNIT_NAMES: readonly (readonly [RegExp, keyof typeof INCHES])[] = [
  [new RegExp(`^${FEET}$`), "ft"],
  [new RegExp(`^${INCH}$`), "in"],
  [/^(?:yd|yard)s?\.?$/, "yd"],
  [/^(?:m|met(?:er|re)s?)$/, "m"],
  [/^(?:cm|centimet(?:er|re)s?)$/, "cm"],
  [/^(?:mm|millimet(?:er|re)s?)$/, "mm"],
];

const LONGEST = 80;
/** About 19 miles. Longer is a slip of the finger. */
const MOST_INCHES = exact(1_200_000);

const tidy = (typed: string): string =>
  spellFractions(typed.toLowerCase())
    .replaceAll("²", "2")
    .replaceAll(/[’‘′´`]/g, "'")
    .replaceAll(/[“”″]|''/g, '"')
    .replaceAll(/[–—−]/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Larger and smaller unit, such as feet and inches; at most one whole of the larger. */
function pair(large: Exact, small: Exact, [each, part]: readonly [Exact, Exact]): Exact | undefined {
  const rest = times(small, part);
  return isMore(each, rest) ? plus(times(large, each), rest) : undefined;
}

function oneLength(text: string, bare: LengthUnit): Exact | undefined {
  const feet = DASHED.exec(text) ?? FEET_AND_INCHES.exec(text);
  const meters = feet ? null : METERS_AND_CM.exec(text);
  const [, first = "", second = ""] = feet ?? meters ?? ONE_UNIT.exec(text) ?? [];
  const amount = parseExact(first);
  if (!amount) return undefined;
  if (!feet && !meters) {
    const unit = second === "" ? bare : UNIT_NAMES.find(([name]) => name.test(second))?.[1];
    return unit && times(amount, INCHES[unit]);
  }
  const more = parseExact(second);
  return more && pair(amount, more, feet ? [TWELVE, exact(1)] : [INCHES.m, INCHES.cm]);
}

/** Adds what is between plus signs. */
function sum(
  typed: string,
  most: Exact,
  read: (part: string) => Exact | undefined,
): Exact | null | undefined {
  const text = tidy(typed);
  if (text === "") return null;
  if (text.length > LONGEST) return undefined;
  let total = ZERO;
  for (const part of text.split("+")) {
    const value = read(part.trim());
    if (!value) return undefined;
    total = plus(total, value);
  }
  return isMore(total, most) ? undefined : total;
}

/**
 * Parses a length as people write it: `12' 6"`, `12-6`, `12 ft 6 1/2 in`, `12.5`, `150"`, `3.8 m`, `3,8m`,
 * and sums such as `12 + 10' 6"`.
 * @param bare the unit of a number without one
 * @returns inches of 0 or more; null for empty text; undefined if it can't be read
 */
export const readLength = (typed: string, bare: LengthUnit): Exact | null | undefined =>
  sum(typed, MOST_INCHES, (part) => oneLength(part, bare));

/**
 * Parses an area: `12 x 14'6"`, `12 by 14 + 3 x 4`, `180 sq ft`, `17 m²`, and `180` unless `needsSides`.
 * A unit in letters after the last side is that of both: `12 x 24 in`.
 * @param bare the unit of a side, or of a square, without one
 * @returns square inches of 0 or more; null for empty text; undefined if it can't be read
 */
export const readArea = (typed: string, bare: LengthUnit, needsSides = false): Exact | null | undefined =>
  sum(typed, times(MOST_INCHES, MOST_INCHES), (part) => {
    const [one = "", other, ...rest] = part.split(/ ?(?:x|×|\*|\bby\b) ?/);
    if (rest.length > 0) return undefined;
    if (other === undefined) {
      const [, text = one, feet, meters] = AREA.exec(one) ?? [];
      const area = parseExact(text);
      if (!area || (needsSides && !feet && !meters)) return undefined;
      return times(area, squareInches(feet ? "ft" : meters ? "m" : bare));
    }
    const unit = /^[\d.,/ -]+$/.test(one) ? (/^[\d.,/ -]+([a-z]+)\.?$/.exec(other)?.[1] ?? "") : "";
    const [width, length] = [oneLength(`${one}${unit && ` ${unit}`}`, bare), oneLength(other, bare)];
    return width && length && times(width, length);
  });

const SIXTEENTHS = [
  "",
  "1/16",
  "⅛",
  "3/16",
  "¼",
  "5/16",
  "⅜",
  "7/16",
  "½",
  "9/16",
  "⅝",
  "11/16",
  "¾",
  "13/16",
  "⅞",
];
const GLUED = /[⅛¼⅜½⅝¾⅞]/;

function feetAndInches(sixteenths: number, isSmall: boolean): string {
  const feet = isSmall ? 0 : Math.floor(sixteenths / 192);
  const inches = Math.floor((sixteenths - feet * 192) / 16);
  const part = SIXTEENTHS[sixteenths % 16] ?? "15/16";
  const number = [inches > 0 || part === "" ? inches : "", part].join(
    inches > 0 && !GLUED.test(part) ? " " : "",
  );
  const rest = inches > 0 || part !== "" || feet === 0 ? `${number.trim()} in` : "";
  return [feet > 0 ? `${feet.toLocaleString("en-US")} ft` : "", rest].filter(Boolean).join(" ");
}

/**
 * "12 ft 6½ in", "3.81 m"; "about" if it isn't a whole sixteenth of an inch, or millimeter.
 * @param inches 0 or more
 * @param isSmall in inches or centimeters only: "16 in"
 */
export function formatLength(inches: Exact, units: Units, isSmall = false): string {
  const scaled = over(inches, units === "us" ? exact(1, 16) : INCHES.mm);
  const rounded = roundHalfUp(scaled);
  const about = scaled.d === 1n ? "" : "about ";
  if (units === "us") return about + feetAndInches(Number(rounded), isSmall);
  return (
    about +
    (isSmall ? `${formatExact(exact(rounded, 10), 1)} cm` : `${formatExact(exact(rounded, 1000), 3)} m`)
  );
}
