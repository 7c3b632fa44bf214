import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CATEGORIES, changeOf } from "../rules/change.ts";
import { termsOf } from "../rules/terms.ts";
import { totalsOf } from "../rules/totals.ts";
import { invoiceRows } from "#platform/quickbooks/invoices.ts";
import { invoiceLines, invoiceNumber } from "./invoices.ts";

const line = (over: object) => ({
  ...{ place: 1, category: "labor", text: "Reframe", quantity: 1000, unit: "", cents: 0 },
  ...over,
});
const terms = termsOf({
  ...{ "markup.labor": 15_000, "markup.material": 10_000, taxes: [{ name: "Sales tax", rate: 6000 }] },
  "allowances.a": { name: "Tile", cents: 50_000 },
});
const bill = (values: Record<string, unknown>, cents?: number) => {
  const change = changeOf({ title: "Opening", ...values });
  const lines = invoiceLines(change, terms, cents ?? totalsOf(change, terms).amount);
  const invoice = { number: "CO-001-9F3A2C", day: "2026-11-30", title: "CO-001: Opening", lines };
  return invoiceRows(invoice, "Dana Hale").map((row) => row.slice(5));
};

it("has a number of its own, although numbers of changes begin anew on each job", () => {
  expect(invoiceNumber("CO-001", "01990000-0000-7000-8000-0000009f3a2c")).toBe("CO-001-9F3A2C");
});

describe("rows for billing", () => {
  it("have a quantity and a rate that make the amount, with tax, credits, and what an allowance pays", () => {
    expect(
      bill({
        "lines.1": line({ quantity: 8000, cents: 6_500 }),
        "lines.2": line({
          ...{ place: 2, category: "material", text: "Header", cents: 24_001 },
          isTaxable: true,
        }),
        "lines.3": line({ ...{ place: 3, text: "Left out", quantity: 3000, cents: -3_333 } }),
        covered: { id: "a", cents: 10_000 },
      }),
    ).toEqual([
      ["Labor", "Reframe", "8", "74.75", "598.00", "N"],
      ["Material", "Header", "1", "264.01", "264.01", "N"],
      // 99.99 with 15% is 114.99, a third of which is 38.33.
      ["Labor", "Left out", "3", "-38.33", "-114.99", "N"],
      ["Sales tax", "", "1", "15.84", "15.84", "N"],
      ["Allowance", "Tile", "1", "-100.00", "-100.00", "N"],
    ]);
  });

  it("are one row of what was approved, once the job's markup is another", () => {
    expect(bill({ "lines.1": line({ cents: 10_000 }) }, 10_000)).toEqual([
      ["Change order", "Opening", "1", "100.00", "100.00", "N"],
    ]);
  });

  it("always add up to what was approved, to the cent", () => {
    const lines = fc.array(
      fc.record({
        category: fc.constantFrom(...CATEGORIES),
        quantity: fc.integer({ min: 1, max: 900_000 }),
        cents: fc.integer({ min: -900_000, max: 900_000 }),
        isTaxable: fc.boolean(),
        isFixed: fc.boolean(),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, (some) => {
        const values = Object.fromEntries(
          some.map((one, at) => [`lines.${at}`, line({ ...one, place: at })]),
        );
        const rows = bill(values);
        const cents = rows.map((row) => Math.round(Number(row[4]) * 100));
        const { amount } = totalsOf(changeOf(values), terms);
        expect(cents.reduce((all, one) => all + one, 0)).toBe(amount);
        for (const row of rows)
          expect(Math.round(Number(row[2]) * Number(row[3]) * 100)).toBe(Math.round(Number(row[4]) * 100));
      }),
    );
  });
});
