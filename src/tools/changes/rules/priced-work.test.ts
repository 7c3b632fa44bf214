import fc from "fast-check";
import { expect, it } from "vitest";
import { priceOf } from "#platform/money/amounts.ts";
import { CHANGE, changeOf } from "./change.ts";
import { pricedChanges } from "./priced-work.ts";
import { TERMS, termsOf } from "./terms.ts";
import { totalsOf } from "./totals.ts";

const line = (over: object) => ({
  ...{ place: 1, category: "labor", text: "Framing", quantity: 8000, unit: "hr", cents: 6500 },
  ...{ isTaxable: false, isFixed: false, ...over },
});
const terms = { "markup.labor": 15_000 };
const piecesOf = (values: object, of: object = terms) =>
  pricedChanges.piecesOf([
    { id: "t", kind: TERMS, values: { ...of } },
    { id: "c", kind: CHANGE, values: { title: "Move the opening", ...values } },
  ]);

it("puts the markup in the price, and leaves credits and unpriced lines behind", () => {
  const [piece] = piecesOf({
    "lines.a": line({}),
    "lines.b": line({ place: 2, text: "Left out", cents: -10_000, quantity: 1000 }),
    "lines.c": line({ place: 3, text: "Ticket", cents: 0, needsPrice: true }),
  });
  expect(piece).toMatchObject({ label: expect.stringMatching(/^Move the opening, /), leftOut: 2 });
  expect(piece!.lines).toEqual([
    { text: "Framing", quantity: 8000, unit: "hr", cents: 7475, cost: 6500, isTaxable: false },
  ]);
});

it("gives a line of one where a unit price would be a cent off", () => {
  const [piece] = piecesOf({ "lines.a": line({ quantity: 3000, unit: "each", cents: 10 }) });
  expect(piece!.lines[0]).toMatchObject({ text: "Framing (3 each)", quantity: 1000, cents: 35, cost: 30 });
});

it("always comes to what the client paid for the change before tax", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ quantity: fc.nat(1_000_000), cents: fc.nat(1_000_000), isFixed: fc.boolean() })),
      fc.nat(100_000),
      (some, markup) => {
        const values = Object.fromEntries(
          some.map((one, at) => [`lines.${at}`, line({ ...one, place: at })]),
        );
        const of = { "markup.labor": markup };
        const lines = piecesOf(values, of)[0]!.lines;
        const total = lines.reduce((sum, { quantity, cents }) => sum + priceOf(quantity, cents), 0);
        expect(total).toBe(totalsOf(changeOf(values as never), termsOf(of)).subtotal);
      },
    ),
  );
});
