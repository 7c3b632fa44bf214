import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_QUANTITY, ONE } from "#platform/money/amounts.ts";
import { quantityOf } from "./quantity.ts";

describe("a quantity by formula", () => {
  it("is exact, and rounded up to what is sold", () => {
    const steps = { of: "steps", times: 2.1, plus: 1, per: 32 } as const;
    expect(quantityOf({ ...steps, round: "up" }, { steps: 4000 })).toBe(1000);
    expect(quantityOf({ ...steps, round: "up" }, { steps: 15_000 })).toBe(2000);
    // In floating point, 3 × 1.1 is more than 3.3.
    expect(quantityOf({ of: "a", times: 1.1, per: 1.1, round: "up" }, { a: 3000 })).toBe(3000);
    expect(quantityOf({ of: ["a", "b"], per: 27, round: "half" }, { a: 10_000, b: 10_000 })).toBe(4000);
    expect(quantityOf({ of: "a" }, { a: 12_345 })).toBe(12_345);
  });
  it("is the next step above the exact one, and grows with its measure", () => {
    const amount = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        amount,
        fc.constantFrom("up" as const, "half" as const),
        (a, times, plus, per, round) => {
          const formula = { of: "a", times: times / ONE, plus: plus / ONE, per: per / ONE, round };
          const step = round === "up" ? ONE : 500;
          const quantity = quantityOf(formula, { a });
          const exact = new Decimal(a).times(times).dividedBy(ONE).plus(plus).dividedBy(per).times(ONE);
          fc.pre(exact.lessThan(MOST_QUANTITY - step));
          expect(quantity % step).toBe(0);
          expect(exact.lessThanOrEqualTo(quantity) && exact.greaterThan(quantity - step)).toBe(true);
          expect(quantityOf(formula, { a: a + 1 })).toBeGreaterThanOrEqual(quantity);
        },
      ),
    );
  });
  it("is nothing of a measure that is 0, and never more than an estimate takes", () => {
    expect(quantityOf({ of: "a", plus: 5 }, { a: 0 })).toBe(0);
    expect(quantityOf({ of: ["a", "b"] }, { a: MOST_QUANTITY, b: MOST_QUANTITY })).toBe(MOST_QUANTITY);
  });
});
