import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPriced, problemsOf } from "./problems.ts";
import { CATEGORIES, changeOf, type CostLine } from "./change.ts";
import { sheetOf } from "./sheet.ts";
import { termsOf } from "./terms.ts";
import { contractOf } from "./contract.ts";
import { totalsOf } from "./totals.ts";

const line = (over: Partial<CostLine> = {}) => ({
  ...{ place: 1, text: "Reframe", quantity: 1000, unit: "", cents: 10_000, category: "labor" },
  ...{ isFixed: false, isTaxable: false },
  ...over,
});
const change = (lines: readonly Partial<CostLine>[], more: Record<string, unknown> = {}) =>
  changeOf({
    description: "Move the opening",
    ...Object.fromEntries(lines.map((one, at) => [`lines.${at}`, line({ place: at, ...one })])),
    ...more,
  });
const TERMS = termsOf({
  "markup.labor": 15_000,
  "markup.material": 10_000,
  taxes: [{ name: "Sales tax", rate: 8250 }],
  "allowances.tile": { name: "Tile", cents: 200_000 },
});

describe("what a change costs", () => {
  it("is the cost with the markup of its category, and tax on what is taxed", () => {
    const { subtotal, taxes, total, amount, categories } = totalsOf(
      change([
        { quantity: 8000, unit: "hr", cents: 6500 },
        { category: "material", cents: 40_000, isTaxable: true },
        { category: "sub", cents: 12_345 },
        { category: "material", cents: 5000, isFixed: true },
      ]),
      TERMS,
    );
    // 520 + 15%, 400 + 10%, 123.45, and 50 without markup.
    expect(subtotal).toBe(59_800 + 44_000 + 12_345 + 5000);
    expect(taxes).toEqual([{ name: "Sales tax", rate: 8250, cents: 3630 }]);
    expect(total).toBe(subtotal + 3630);
    expect(amount).toBe(total);
    expect(categories).toEqual([
      { category: "labor", cost: 52_000, markup: 7800 },
      { category: "material", cost: 45_000, markup: 4000 },
      { category: "sub", cost: 12_345, markup: 0 },
    ]);
  });

  it("may be a credit, which takes its markup with it", () => {
    expect(totalsOf(change([{ cents: -10_000 }]), TERMS)).toMatchObject({ total: -11_500, amount: -11_500 });
    expect(totalsOf(change([{ cents: 10_000 }, { cents: -10_000 }]), TERMS).total).toBe(0);
    expect(totalsOf(change([]), TERMS).total).toBe(0);
  });

  it("is paid in part from an allowance, never more than it costs", () => {
    const covered = { id: "tile", cents: 50_000 };
    expect(totalsOf(change([{ cents: 100_000, isFixed: true }], { covered }), TERMS)).toMatchObject({
      ...{ total: 100_000, covered: 50_000, amount: 50_000 },
    });
    expect(totalsOf(change([{ cents: 100, isFixed: true }], { covered }), TERMS)).toMatchObject({
      ...{ covered: 100, amount: 0 },
    });
    expect(totalsOf(change([{ cents: -100 }], { covered }), TERMS).covered).toBe(0);
  });

  it("is the sum of what is shown, whatever the lines", () => {
    const anyLine = fc.record({
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      cents: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      category: fc.constantFrom(...CATEGORIES),
      isFixed: fc.boolean(),
      isTaxable: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => {
        const totals = totalsOf(change(lines), TERMS);
        const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
        expect(totals.subtotal).toBe(sum(totals.lines.map(({ price }) => price)));
        expect(totals.subtotal).toBe(sum(totals.categories.map(({ cost, markup }) => cost + markup)));
        expect(totals.total).toBe(totals.subtotal + sum(totals.taxes.map(({ cents }) => cents)));
        const turned = totalsOf(change(lines.map((one) => ({ ...one, cents: -one.cents }))), TERMS);
        expect(turned.total + totals.total, "a credit of the same takes all of it back").toBe(0);
      }),
    );
  });
});

describe("a change", () => {
  it("trusts nothing that a device wrote", () => {
    expect(
      changeOf({
        title: 3,
        days: 1.5,
        reason: "no",
        shows: {},
        covered: { id: "x", cents: -1 },
        directed: "x",
      }),
    ).toMatchObject({
      title: "Extra work",
      days: 0,
      reason: null,
      shows: "lines",
      covered: null,
      directed: null,
    });
    expect(changeOf({ days: -4000 }).days).toBe(0);
    expect(change([{ cents: Number.NaN, quantity: -5 }]).lines[0]).toMatchObject({ cents: 0, quantity: 0 });
  });

  it("says what keeps it from being sent", () => {
    const today = "2026-11-28";
    expect(problemsOf(change([{}]), TERMS, today)).toEqual([]);
    // A change that only moves the date says with a line of 0 that it costs nothing.
    expect(problemsOf(change([], { days: 2 }), TERMS, today)).toEqual([
      "Add a price. If it costs nothing, add a line with a cost of 0.",
    ]);
    expect([isPriced(change([])), isPriced(change([{ cents: 0 }]))]).toEqual([false, true]);
    expect(problemsOf(change([{}], { description: "" }), TERMS, today).join()).toContain("Describe the work");
    expect(problemsOf(change([{}], { answerBy: "2026-11-27" }), TERMS, today).join()).toContain("has passed");
    const covered = { id: "tile", cents: 50_000 };
    expect(problemsOf(change([{}], { covered }), TERMS, today).join()).toContain("can’t pay more");
    expect(problemsOf(change([{}], { covered }), termsOf({}), today).join()).toContain(
      "removed from the job",
    );
  });
});

describe("a sheet", () => {
  const contract = contractOf({ cents: 1_000_000, finish: "2026-12-18" }, [
    { state: "approved", cents: 50_000, days: 2, covered: null },
    { state: "sent", cents: 9, days: 9, covered: null },
    { state: "voided", cents: 9, days: 9, covered: null },
  ]);
  const sheet = (more: Record<string, unknown> = {}) =>
    sheetOf({
      change: change([{ category: "material", text: "Header", cents: 40_000 }], { days: -3, ...more }),
      ...{ terms: TERMS, contract, allowanceLeft: 200_000, photos: [], currency: "USD" },
    });

  it("shows the contract before and after", () => {
    expect(sheet().contract).toEqual([
      { name: "Original contract sum", value: "$10,000.00" },
      { name: "Changes approved before", value: "+$500.00" },
      { name: "Contract sum before this change", value: "$10,500.00" },
      { name: "This change", value: "+$440.00" },
      { name: "Contract sum with this change", value: "$10,940.00", isTotal: true },
      { name: "Change to the completion date", value: "−3 days" },
      { name: "Completion before this change", value: "Dec 20, 2026" },
      { name: "Completion with this change", value: "Dec 17, 2026" },
    ]);
  });

  it("says no more of the cost than the owner chose", () => {
    expect(JSON.stringify(sheet())).not.toMatch(/400\.00|10%/);
    const total = JSON.stringify(sheet({ shows: "total" }));
    expect(total).toContain("$440.00");
    expect(sheet({ shows: "total" }).lines.every(({ amount }) => amount === "")).toBe(true);
    const open = sheet({ shows: "costs" });
    expect(open.lines[0]).toMatchObject({ amount: "$400.00", category: "Material" });
    expect(open.amounts[0]).toEqual({ name: "Markup on material, 10%", value: "$40.00" });
  });

  it("says what an allowance pays and has left", () => {
    expect(sheet({ covered: { id: "tile", cents: 44_000 } }).amounts).toEqual([
      { name: "Total of this change", value: "$440.00", isTotal: true },
      { name: "Paid from “Tile”", value: "-$440.00" },
      { name: "Left of “Tile” after that", value: "$1,560.00" },
      { name: "Change to the contract sum", value: "$0.00", isTotal: true },
    ]);
  });
});
