import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { priceOn } from "../rules.ts";
import { bookOf } from "./import.server.ts";
import { HEADINGS } from "./rows.ts";

const ROWS_A_PAGE = 1_000;
const plain = (cents: number): string => (cents / 100).toFixed(2);

/** The price book as CSV, at today's prices, by category and text. Importing it again changes nothing. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { items, raises, today } = await inAccount(args, "work.read", bookOf);
  const order = (text: string) => (text === "" ? "\uffff" : text.toLowerCase());
  const rows = items
    .toSorted((one, other) => {
      const [category, otherCategory] = [order(one.category), order(other.category)];
      if (category !== otherCategory) return category < otherCategory ? -1 : 1;
      return one.key < other.key ? -1 : 1;
    })
    .map((item) => [
      ...[item.text, item.unit, plain(priceOn(item, raises, today))],
      ...[item.cost === null ? "" : plain(item.cost), item.isTaxable ? "yes" : "no", item.category],
    ]);
  async function* pages() {
    yield [[...HEADINGS]];
    for (let at = 0; at < rows.length; at += ROWS_A_PAGE) yield rows.slice(at, at + ROWS_A_PAGE);
  }
  return csvResponse(pages(), `price-book-${today}.csv`);
}
