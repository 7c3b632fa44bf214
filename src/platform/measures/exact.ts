/** An exact fraction in lowest terms; `d` is more than 0. Floats round 45 bags of 0.60 cu ft up to 46. */
export interface Exact {
  readonly n: bigint;
  readonly d: bigint;
}

/** @throws {RangeError} if `d` is 0 */
export function exact(n: bigint | number, d: bigint | number = 1n): Exact {
  let [above, below] = [BigInt(n), BigInt(d)];
  if (below === 0n) throw new RangeError("A fraction of zero parts.");
  if (below < 0n) [above, below] = [-above, -below];
  let [one, other] = [above < 0n ? -above : above, below];
  while (other > 0n) [one, other] = [other, one % other];
  return { n: above / one, d: below / one };
}

export const ZERO = exact(0);
const ONE = exact(1);
/** Pi to 15 decimals, cut off, so nothing is rounded up because of it. */
export const PI = exact(3_141_592_653_589_793n, 10n ** 15n);

export const plus = (one: Exact, other: Exact): Exact =>
  exact(one.n * other.d + other.n * one.d, one.d * other.d);
export const minus = (one: Exact, other: Exact): Exact => plus(one, { n: -other.n, d: other.d });
export const times = (...factors: readonly Exact[]): Exact =>
  factors.reduce((product, { n, d }) => exact(product.n * n, product.d * d), ONE);
/** @throws {RangeError} if `by` is 0 */
export const over = (amount: Exact, by: Exact): Exact => exact(amount.n * by.d, amount.d * by.n);
export const isMore = (one: Exact, other: Exact): boolean => one.n * other.d > other.n * one.d;

/** The next whole number up, of 0 or more. */
export const roundUp = ({ n, d }: Exact): bigint => (n + d - 1n) / d;
/** The nearest whole number of 0 or more, half up. */
export const roundHalfUp = ({ n, d }: Exact): bigint => (2n * n + d) / (2n * d);

/** The square root of 0 or more, exact for squares of fractions, else to 12 decimals, cut off. */
export function root({ n, d }: Exact): Exact {
  const scale = 10n ** 12n;
  const square = n * d * scale * scale;
  let found = BigInt(Math.floor(Math.sqrt(Number(square))));
  // Newton's method, from a float that is off by its rounding.
  for (let next = found + 1n; found > 0n; found = next) {
    next = (found + square / found) / 2n;
    if (next === found || next === found + 1n) break;
  }
  while (found * found > square) found--;
  return exact(found, d * scale);
}

const FRACTION = /^(?:(\d{1,9})[ -])?(\d{1,9})\/(\d{1,9})$/;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const DECIMAL = /^(?:(\d{1,9})(?:\.(\d{0,9}))?|\.(\d{1,9}))$/;

/** Halves and eighths typed as one character become `1/2`, `3/8`. */
export const spellFractions = (text: string): string =>
  text
    .replaceAll(/(\d?)([¼-¾⅐-⅞])/g, (_, before: string, mark: string) =>
      `${before} ${mark.normalize("NFKC")}`.trimStart(),
    )
    .replaceAll("⁄", "/");

/** Parses `12`, `1,200`, `7.5`, `7,5`, `1/2`, `1 1/2`, `1-1/2`, `2½`. @returns undefined for anything else */
export function parseExact(typed: string): Exact | undefined {
  const text = spellFractions(typed).trim();
  const [, whole = "0", above, below] = FRACTION.exec(text) ?? [];
  if (above !== undefined && below !== undefined)
    return BigInt(below) === 0n ? undefined : plus(exact(BigInt(whole)), exact(BigInt(above), BigInt(below)));
  const plain = THOUSANDS.test(text) ? text.replaceAll(",", "") : text.replace(",", ".");
  const found = DECIMAL.exec(plain);
  if (!found) return undefined;
  const part = found[2] ?? found[3] ?? "";
  return exact(BigInt((found[1] ?? "0") + part), 10n ** BigInt(part.length));
}

// Made once: making one takes longer than the arithmetic.
const grouped = new Intl.NumberFormat("en-US");

/** "1,234.57": of 0 or more, rounded half up. */
export function formatExact(value: Exact, digits = 2): string {
  const scale = 10n ** BigInt(digits);
  const scaled = roundHalfUp(times(value, exact(scale)));
  const part = String(scaled % scale)
    .padStart(digits, "0")
    .replace(/0+$/, "");
  return `${grouped.format(scaled / scale)}${digits > 0 && part ? `.${part}` : ""}`;
}
