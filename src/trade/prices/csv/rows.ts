import { MOST_CENTS, readMoney } from "#platform/money/money.ts";
import { formatQuantity } from "#platform/money/amounts.ts";
import { keyOf, LONGEST } from "../rules.ts";
import type { CsvRecord } from "#platform/csv/read-csv.ts";

/** Headings of the file that is downloaded, which can be imported again. */
export const HEADINGS = ["Item", "Unit", "Price", "Cost", "Taxable", "Category"] as const;

/** A row that says what an item is. Null for a column the file doesn't have: such a value stays as it is. */
export interface Row {
  readonly line: number;
  readonly key: string;
  readonly text: string;
  readonly unit: string | null;
  readonly cents: number;
  readonly cost: number | null;
  readonly hasCost: boolean;
  readonly isTaxable: boolean | null;
  readonly category: string | null;
}

export interface BadRow {
  readonly line: number;
  readonly text: string;
  readonly why: string;
}

type Column = "text" | "unit" | "price" | "cost" | "tax" | "category";
/** Where each column is in the file. */
type Columns = Readonly<Partial<Record<Column, number>>>;

// Names in other programs' exports, in lower case.
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  text: ["item", "name", "description", "what", "product", "service", "product/service", "item name", "text"],
  unit: ["unit", "units", "uom", "unit of measure", "unit type"],
  price: ["price", "rate", "unit price", "sales price", "price each", "sell price", "amount"],
  cost: ["cost", "unit cost", "your cost", "purchase cost", "buy price", "cost each"],
  tax: ["taxable", "tax", "is taxable", "taxed"],
  category: ["category", "type", "group", "categories", "trade"],
};

/** Finds the columns by the names in a file's first row; null unless it has items and prices. */
export function columnsOf(header: readonly string[]): Columns | null {
  const names = header.map((cell) => keyOf(cell.replace(/,\s*[A-Z]{3}$/, "")));
  const found = Object.entries(NAMES).flatMap(([column, known]) => {
    const name = known.find((one) => names.includes(one));
    return name === undefined ? [] : [[column, names.indexOf(name)]];
  });
  const columns = Object.fromEntries(found) as Columns;
  return columns.text === undefined || columns.price === undefined ? null : columns;
}

const YES = ["yes", "y", "true", "1", "x", "tax", "taxable", "taxed"];
const NO = ["no", "n", "false", "0", "", "non", "none", "exempt", "non-taxable", "nontaxable"];

/** Reads a row, or says what is wrong with it. */
export function readRow({ line, cells, fault }: CsvRecord, columns: Columns): Row | BadRow {
  const cell = (column: Column): string | null => {
    const at = columns[column];
    // A download guards such text with an apostrophe against spreadsheets that would run it.
    return at === undefined ? null : (cells[at] ?? "").replace(/^'(?=[=+\-@＝＋－＠])/, "").trim();
  };
  const text = (cell("text") ?? "").replaceAll(/\s+/g, " ");
  const bad = (why: string): BadRow => ({ line, text: text.slice(0, 80), why });
  if (fault) return bad("A quote or a line break is out of place, so this row can’t be read.");
  if (text === "") return bad("There is no item name.");
  if (text.length > LONGEST.text) return bad(`The item name has more than ${LONGEST.text} characters.`);
  if (cells.some((one) => one.includes("\0") || !one.isWellFormed()))
    return bad("It has characters we can’t store.");
  const unit = cell("unit");
  if (unit !== null && unit.length > LONGEST.unit)
    return bad(`The unit “${unit.slice(0, 20)}” has more than ${LONGEST.unit} characters.`);
  const category = cell("category");
  if (category !== null && category.length > LONGEST.category)
    return bad(`The category has more than ${LONGEST.category} characters.`);
  const price = amount(cell("price") ?? "");
  if (price === null) return bad("There is no price.");
  if (typeof price === "string") return bad(`The price ${price}`);
  const cost = amount(cell("cost") ?? "");
  if (typeof cost === "string") return bad(`The cost ${cost}`);
  const tax = cell("tax")?.toLowerCase() ?? null;
  if (tax !== null && !YES.includes(tax) && !NO.includes(tax))
    return bad(`“${tax.slice(0, 20)}” in the tax column is neither yes nor no.`);
  return {
    ...{ line, key: keyOf(text), text, unit, category, cents: price, cost },
    hasCost: columns.cost !== undefined,
    isTaxable: tax === null ? null : YES.includes(tax),
  };
}

/** Cents, null for nothing, or what is wrong with the amount. */
function amount(typed: string): number | null | string {
  const cents = readMoney(typed);
  if (cents !== undefined) return cents;
  const shown = `“${typed.slice(0, 20)}”`;
  if (/^[(−-]|^\p{Sc}\s*-/u.test(typed)) return `${shown} is below zero.`;
  return /^\D{0,4}[\d.,\s]{11,}\D{0,4}$/.test(typed)
    ? `${shown} is more than ${formatQuantity((MOST_CENTS / 100) * 1000)}.`
    : `${shown} isn’t an amount, such as 85 or 1,250.50.`;
}
