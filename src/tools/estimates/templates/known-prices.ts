import { type Line, linesOf } from "../rules/estimate.ts";

/** What a business asks for one unit, in cents. */
type Price = Pick<Line, "cents" | "cost">;
/** Prices of the business by `priceKey`. */
export type Prices = ReadonlyMap<string, Price>;

/** The same for the unit of one and of many. */
export const priceKey = ({ text, unit }: Pick<Line, "text" | "unit">): string =>
  `${text.toLowerCase()}\n${unit.replace(/(?<=x)es$|s$/, "")}`;

/** The latest price of each line. @param estimates values of records, the latest first */
export function pricesIn(estimates: readonly Readonly<Record<string, unknown>>[]): Prices {
  const prices = new Map<string, Price>();
  for (const line of estimates.flatMap(linesOf))
    if (!line.needsPrice && !prices.has(priceKey(line))) prices.set(priceKey(line), line);
  return prices;
}
