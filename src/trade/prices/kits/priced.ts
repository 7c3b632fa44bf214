import type { Kit, KitLine } from "../rules.ts";
import type { Book } from "../use-book.ts";

/** The lines of a kit at today's prices: those of the book, or as saved for what isn't in it. */
export const pricedLines = (book: Book, { lines }: Kit): KitLine[] =>
  lines.map((line) => {
    const item = book.find(line.text);
    if (!item) return line;
    const { text, unit, cost, isTaxable } = item;
    return { text, unit, cost, isTaxable, quantity: line.quantity, cents: book.priceOf(item) };
  });
