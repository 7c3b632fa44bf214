import { expect, it } from "vitest";
import { type Item, itemsOf, keyOf, priceOn, type Raise } from "../rules.ts";
import type { Book } from "../use-book.ts";
import { pricedLines } from "./priced.ts";

const item = { text: "Tread", unit: "ft", cents: 1000, cost: 600, isTaxable: true, category: "Decking" };
const raises: Raise[] = [{ id: "r", category: null, rate: 10_000, from: "2027-01-01", at: 2 }];

const bookOn = (today: string): Book => {
  const values = { "items.a": { ...item, pricedOn: "2026-01-01", pricedAt: 1 } };
  const items: Item[] = itemsOf([{ id: "s", values }]);
  return {
    ...{ items, raises, shelves: [], today },
    find: (text) => items.find(({ key }) => key === keyOf(text)),
    priceOf: (one) => priceOn(one, raises, today),
  };
};

it("prices a kit by the book of the day, and by itself what the book doesn't have", () => {
  const saved = { unit: "", cents: 1, cost: null, isTaxable: false };
  const lines = [
    { ...saved, text: "tread", quantity: 12_000 },
    { ...saved, text: "Haul away", quantity: 1000 },
  ];
  const kit = { id: "k", name: "Stairs", lines };
  expect(pricedLines(bookOn("2026-12-31"), kit)).toEqual([
    { text: "Tread", quantity: 12_000, unit: "ft", cents: 1000, cost: 600, isTaxable: true },
    lines[1],
  ]);
  expect(pricedLines(bookOn("2027-01-01"), kit).map(({ cents }) => cents)).toEqual([1100, 1]);
});
