// Exact arithmetic on whole numbers: money in cents, quantities in thousandths of their unit, rates in
// thousandths of a percent. Products are taken as BigInt, because they pass 2^53.

/** One unit of a quantity, in thousandths. */
export const ONE = 1000;
/** 100 %, in thousandths of a percent. */
const WHOLE = 100_000;
/** The largest quantity, in thousandths: a million of any unit. */
export const MOST_QUANTITY = 1_000_000_000;
/** The largest rate that people may enter: 100 %. */
export const MOST_RATE = WHOLE;

/** Half away from zero: 2.5 is 3 and -2.5 is -3. */
const divideRounded = (amount: bigint, by: bigint): number => {
  const twice = 2n * (amount < 0n ? -amount : amount) + by;
  const size = Number(twice / (2n * by));
  return amount < 0n ? 0 - size : size;
};

/**
 * What a quantity costs, in cents, rounded half away from zero.
 * @param quantity in thousandths @param cents for one
 */
export const priceOf = (quantity: number, cents: number): number =>
  divideRounded(BigInt(quantity) * BigInt(cents), BigInt(ONE));

/**
 * A share of an amount, in cents, rounded half away from zero.
 * @param rate in thousandths of a percent
 */
export const shareOf = (cents: number, rate: number): number =>
  divideRounded(BigInt(cents) * BigInt(rate), BigInt(WHOLE));

/** The part of an amount that falls on a part of a whole, rounded half away from zero; 0 of nothing. */
export const portionOf = (cents: number, part: number, whole: number): number =>
  whole === 0 ? 0 : divideRounded(BigInt(cents) * BigInt(part), BigInt(whole));

/**
 * Markup is on the cost, margin is of the price: $80 sold for $100 is 25 % markup and 20 % margin.
 * @returns both in thousandths of a percent; null for a part that would divide by zero
 */
export const markupAndMargin = (
  cost: number,
  price: number,
): { readonly markup: number | null; readonly margin: number | null } => ({
  markup: cost === 0 ? null : portionOf(100_000, price - cost, cost),
  margin: price === 0 ? null : portionOf(100_000, price - cost, price),
});

const FRACTION = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/;
const VULGAR: Readonly<Record<string, string>> = {
  "¼": "1/4",
  "½": "1/2",
  "¾": "3/4",
  "⅓": "1/3",
  "⅔": "2/3",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
};

/**
 * Parses a quantity as people type it: `12`, `1,200`, `7.5`, `7,5`, `1/2`, `1 1/2`, `2½`.
 * @returns thousandths, rounded; null for empty text; undefined if it isn't a number of 0 or more
 */
export function readQuantity(typed: string): number | null | undefined {
  const text = typed
    .trim()
    .replaceAll(/(\d?)([¼½¾⅓⅔⅛⅜⅝⅞])/g, (_, before: string, mark: string) =>
      before ? `${before} ${VULGAR[mark]}` : VULGAR[mark]!,
    );
  if (text === "") return null;
  const fraction = FRACTION.exec(text);
  if (fraction) {
    const [, whole = "0", above = "", below = ""] = fraction;
    const number = Number(whole) + Number(above) / Number(below);
    return Number.isFinite(number) ? Math.round(number * ONE) : undefined;
  }
  return readThousandths(text);
}

/**
 * Parses a percentage as people type it: `7.25`, `7.25 %`.
 * @returns thousandths of a percent; null for empty text; undefined if it isn't a number of 0 or more
 */
export const readRate = (typed: string): number | null | undefined => {
  const text = typed.trim().replace(/\s*%$/, "");
  return text === "" ? null : readThousandths(text);
};

/** Digits after the third decimal place are rounded. */
function readThousandths(text: string): number | undefined {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text)
    ? text.replaceAll(",", "")
    : text.replace(",", ".");
  if (!/^(?:\d{1,12}(?:\.\d*)?|\.\d+)$/.test(plain)) return undefined;
  const [whole = "", part = ""] = plain.split(".");
  const more = Number(part.charAt(3) || "0") >= 5 ? 1 : 0;
  return Number(whole || "0") * ONE + Number(part.slice(0, 3).padEnd(3, "0")) + more;
}

const shown = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** "1,200", "7.5". @param quantity in thousandths */
export const formatQuantity = (quantity: number): string => shown.format(quantity / ONE);

/** "7.25%". @param rate in thousandths of a percent */
export const formatRate = (rate: number): string => `${shown.format(rate / ONE)}%`;

/** A quantity or rate for an input field: "7.5"; empty for null. */
export const thousandthsInputValue = (amount: number | null): string =>
  amount === null ? "" : String(amount / ONE);
