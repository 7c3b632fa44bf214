import { type Values, readNumber, readRecord, readText } from "#ground/sync/public.ts";
import { formatQuantity, formatRate, MOST_RATE, ONE, priceOf } from "#platform/money/amounts.ts";

export const LONGEST_LINE = { text: 500, unit: 12 } as const;

/** What every line of a price has. Money is in cents, the quantity in thousandths of the unit. */
export interface BaseLine {
  readonly id: string;
  /** Lines are in this order; of two in one place the smaller id comes first. */
  readonly place: number;
  readonly text: string;
  readonly quantity: number;
  /** "sq ft"; empty for pieces. */
  readonly unit: string;
  /** For one unit. */
  readonly cents: number;
  readonly isTaxable: boolean;
}

export interface Tax {
  readonly name: string;
  /** In thousandths of a percent. */
  readonly rate: number;
}

/** A whole number from 0 on that a device wrote; null for anything else. */
export const wholeNumber = (value: unknown, most: number): number | null => {
  const number = readNumber(value);
  return number !== null && Number.isInteger(number) && number >= 0 && number <= most ? number : null;
};

/**
 * The lines of a record, one per field `lines.{id}`, in their order.
 * @param lineOf reads one, whose value a device wrote; null for none
 */
export const readLines = <Line extends Pick<BaseLine, "id" | "place">>(
  values: Values,
  lineOf: (id: string, value: unknown) => Line | null,
): Line[] =>
  Object.entries(values)
    .flatMap(([name, value]) => (name.startsWith("lines.") ? (lineOf(name.slice(6), value) ?? []) : []))
    .toSorted((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1));

/** Taxes that a device wrote. */
export const readTaxes = (value: unknown, most: number): Tax[] =>
  (Array.isArray(value) ? value : [])
    .flatMap((one: unknown) => {
      const tax = readRecord(one);
      const rate = wholeNumber(tax?.["rate"], MOST_RATE);
      return tax && rate !== null ? [{ name: readText(tax["name"]) || "Tax", rate }] : [];
    })
    .slice(0, most);

/** A line's amount in cents, rounded half away from zero. */
export const lineCents = ({ quantity, cents }: Pick<BaseLine, "quantity" | "cents">): number =>
  priceOf(quantity, cents);

/** "3 sq ft". */
export const quantityLine = ({ quantity, unit }: Pick<BaseLine, "quantity" | "unit">): string =>
  [formatQuantity(quantity), unit].filter(Boolean).join(" ");

/** Units that say "all of it". */
const WHOLE = ["", "lot", "ls", "lump sum", "job"];

/** As quantityLine, for readers: nothing for one of something whole, such as "1 lot". */
export const shownQuantity = (line: Pick<BaseLine, "quantity" | "unit">): string =>
  line.quantity === ONE && WHOLE.includes(line.unit.trim().toLowerCase()) ? "" : quantityLine(line);

/** "Sales tax 8.25%, County tax 1%", "none". */
export const formatTaxes = (taxes: readonly Tax[]): string =>
  taxes.map(({ name, rate }) => `${name} ${formatRate(rate)}`).join(", ") || "none";
