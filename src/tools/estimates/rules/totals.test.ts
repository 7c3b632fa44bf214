import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ONE } from "#platform/money/amounts.ts";
import { type Estimate, forTexts, type Line } from "./estimate.ts";
import { type Choice, chosenLines, lineCents, profitOf, totalsOf } from "./totals.ts";

const line: fc.Arbitrary<Line> = fc.record({
  id: fc.uuid(),
  place: fc.nat(100),
  section: fc.constant(""),
  text: fc.constant("Line"),
  quantity: fc.oneof(fc.nat(5_000_000), fc.nat(1_000_000_000)),
  unit: fc.constant(""),
  cents: fc.oneof(fc.nat(500_000), fc.nat(100_000_000)),
  cost: fc.oneof(fc.constant(null), fc.nat(500_000)),
  isTaxable: fc.boolean(),
  isOptional: fc.boolean(),
  option: fc.nat(3),
});
const part = fc.oneof(
  fc.constant(null),
  fc.record({ by: fc.constant("cents" as const), cents: fc.nat(10_000_000) }),
  fc.record({ by: fc.constant("rate" as const), rate: fc.nat(100_000) }),
);
const estimate: fc.Arbitrary<Estimate> = fc.record({
  ...forTexts(() => fc.constant("")),
  lines: fc.uniqueArray(line, { maxLength: 12, selector: ({ id }) => id }),
  photos: fc.constant([]),
  options: fc.constantFrom([], ["Good", "Better"], ["Good", "Better", "Best"]),
  discount: part,
  taxes: fc.array(fc.record({ name: fc.constant("Tax"), rate: fc.nat(100_000) }), { maxLength: 4 }),
  deposit: part,
  payments: fc.array(fc.record({ name: fc.constant("Later"), part: part.filter((one) => one !== null) }), {
    maxLength: 4,
  }),
  validUntil: fc.constant(null),
  showsPrices: fc.boolean(),
});
const chosen = estimate.chain((one) =>
  fc
    .record({
      option: one.options.length > 0 ? fc.integer({ min: 1, max: one.options.length }) : fc.constant(0),
      extras: fc.subarray(one.lines.map(({ id }) => id)),
    })
    .map((choice): [Estimate, Choice] => [one, choice]),
);

const exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
const rounded = (amount: Decimal) => amount.toDecimalPlaces(0, exact.ROUND_HALF_UP);

/** The same rules once more, by a library for decimals and from the sentences on the paper. */
function byDecimals({ lines, options, discount, taxes, deposit }: Estimate, { option, extras }: Choice) {
  const paid = lines.filter(
    (one) =>
      (options.length === 0 || one.option === 0 || one.option > options.length || one.option === option) &&
      (!one.isOptional || extras.includes(one.id)),
  );
  const price = ({ quantity, cents }: Line) => rounded(new exact(quantity).div(1000).times(cents));
  const sum = (some: readonly Line[]) => some.reduce((all, one) => all.plus(price(one)), new exact(0));
  const share = (of: Decimal, given: Estimate["discount"]) =>
    given === null
      ? new exact(0)
      : given.by === "cents"
        ? exact.min(given.cents, of)
        : rounded(of.times(given.rate).div(100_000));
  const subtotal = sum(paid);
  const off = share(subtotal, discount);
  const taxable = sum(paid.filter(({ isTaxable }) => isTaxable));
  const base = taxable.minus(subtotal.isZero() ? 0 : rounded(off.times(taxable).div(subtotal)));
  const each = taxes.map(({ rate }) => rounded(base.times(rate).div(100_000)));
  const total = each.reduce((all, one) => all.plus(one), subtotal.minus(off));
  return {
    subtotal: subtotal.toNumber(),
    discount: off.toNumber(),
    taxes: each.map((one) => one.toNumber()),
    total: total.toNumber(),
    deposit: share(total, deposit).toNumber(),
  };
}

describe("totals", () => {
  it("are those of an independent decimal library for 10,000 random estimates", () => {
    fc.assert(
      fc.property(chosen, ([one, choice]) => {
        const { taxes, payments: _, ...totals } = totalsOf(one, choice);
        expect({ ...totals, taxes: taxes.map(({ cents }) => cents) }).toEqual(byDecimals(one, choice));
      }),
      { numRuns: 10_000 },
    );
  });

  it("are the sum of the lines that are shown, never below zero, and don't depend on the order", () => {
    fc.assert(
      fc.property(chosen, ([one, choice]) => {
        const totals = totalsOf(one, choice);
        const shown = chosenLines(one, choice).map(lineCents);
        expect(totals.subtotal).toBe(shown.reduce((all, cents) => all + cents, 0));
        expect(totals.total).toBe(
          totals.subtotal - totals.discount + totals.taxes.reduce((all, { cents }) => all + cents, 0),
        );
        expect(totals.total).toBeGreaterThanOrEqual(0);
        expect(totals.discount).toBeLessThanOrEqual(totals.subtotal);
        expect(totals.deposit).toBeLessThanOrEqual(totals.total);
        const due = totals.payments.map(({ cents }) => cents);
        if (due.length > 0)
          expect(due.reduce((all, cents) => all + cents, totals.deposit)).toBe(totals.total);
        expect(Math.min(0, ...due)).toBe(0);
        expect(totalsOf({ ...one, lines: one.lines.toReversed() }, choice)).toEqual(totals);
      }),
    );
  });

  it("tax what is left of taxable lines after the discount", () => {
    const of = (isTaxable: boolean, cents: number, id: string): Line => ({
      ...{ id, place: 1, section: "", text: "", quantity: ONE, unit: "", cents, cost: null },
      ...{ isTaxable, isOptional: false, option: 0 },
    });
    const bath: Estimate = {
      ...{ ...forTexts(() => ""), options: [], validUntil: null, photos: [], showsPrices: true },
      lines: [of(true, 60_000, "a"), of(false, 40_000, "b")],
      discount: { by: "cents", cents: 10_000 },
      taxes: [{ name: "Sales tax", rate: 8250 }],
      deposit: { by: "rate", rate: 10_000 },
      payments: [{ name: "Framed", part: { by: "rate", rate: 33_333 } }],
    };
    // $1,000 less $100; the tax is 8.25 % of $600 less $60.
    expect(totalsOf(bath)).toEqual({
      subtotal: 100_000,
      discount: 10_000,
      taxes: [{ name: "Sales tax", rate: 8250, cents: 4455 }],
      total: 94_455,
      deposit: 9446,
      payments: [
        { name: "Framed", cents: 31_485 },
        { name: "When the work is done", cents: 53_524 },
      ],
    });
    expect(profitOf(bath)).toBeNull();
    expect(profitOf({ ...bath, lines: bath.lines.map((one) => ({ ...one, cost: 30_000 })) })).toEqual({
      cost: 60_000,
      profit: 30_000,
    });
  });
});
