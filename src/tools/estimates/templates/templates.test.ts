import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ONE } from "#platform/money/amounts.ts";
import { problemsOf } from "../rules/problems.ts";
import { estimateOf, MOST_QUANTITY } from "../rules/estimate.ts";
import {
  applyScope,
  isFound,
  ownTerms,
  pricesIn,
  quantityOf,
  templateValues,
  unitOf,
} from "./scope-rules.ts";
import { type NamedScope, scopes } from "./scopes.ts";

const usual = ({ asks }: NamedScope) =>
  Object.fromEntries(asks.map(({ id, usual: amount }) => [id, Math.round(amount * ONE)]));
const NONE = new Map<string, never>();

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

describe("an estimate from a scope", () => {
  const scope = scopes.find(({ id }) => id === "decks-fences/deck-stair-rebuild")!;
  const valuesOf = (begun: ReturnType<typeof applyScope>) => ({
    ...begun,
    ...Object.fromEntries(begun.lines.map((line, at) => [`lines.${at}`, line])),
  });

  it("says which lines need a price until each has one", () => {
    const values = valuesOf(applyScope(scope, usual(scope), NONE));
    const estimate = estimateOf(values);
    expect(estimate.lines.every(({ cents, needsPrice }) => cents === 0 && needsPrice)).toBe(true);
    expect(problemsOf(estimate, "2026-01-01").map(({ text }) => text)).toEqual([
      `${estimate.lines.length} lines need a price.`,
    ]);
    const priced = { ...estimate, lines: estimate.lines.map(({ needsPrice: _needsPrice, ...line }) => line) };
    expect(problemsOf(priced, "2026-01-01")).toEqual([]);
  });

  it("has the latest price that the business asked for the same line", () => {
    const priceOf = (cents: number) => {
      const [first, ...rest] = applyScope(scope, usual(scope), NONE).lines;
      const { needsPrice: _needsPrice, ...line } = first!;
      return valuesOf({
        ...applyScope(scope, usual(scope), NONE),
        lines: [{ ...line, cents, cost: 7 }, ...rest],
      });
    };
    const { lines } = applyScope(scope, usual(scope), pricesIn([priceOf(900), priceOf(500)]));
    expect(lines[0]).toMatchObject({ cents: 900, cost: 7 });
    expect(lines[0]).not.toHaveProperty("needsPrice");
    expect(lines[1]).toMatchObject({ cents: 0, needsPrice: true });
  });

  it("counts things in words, and finds their price whatever the count", () => {
    const gates = scopes.find(({ id }) => id === "decks-fences/gate-replacement")!;
    const unitsOf = (count: number) =>
      applyScope(gates, { gates: count * ONE }, NONE).lines.map(({ unit }) => unit);
    expect(unitsOf(1).slice(0, 2)).toEqual(["gate", "posts"]);
    expect(unitsOf(2)[0]).toBe("gates");
    expect(["sq ft", "each", "hr", "gal", "box"].map((unit) => unitOf(unit, 2 * ONE))).toEqual([
      ...["sq ft", "each", "hr", "gal", "boxes"],
    ]);
    const { needsPrice: _needsPrice, ...line } = applyScope(gates, { gates: ONE }, NONE).lines[0]!;
    const prices = pricesIn([{ "lines.a": { ...line, cents: 4200 } }]);
    expect(applyScope(gates, { gates: 3 * ONE }, prices).lines[0]).toMatchObject({
      unit: "gates",
      cents: 4200,
    });
  });

  it("leaves out the lines of a measure that is 0", () => {
    const whole = applyScope(scope, usual(scope), NONE).lines;
    const without = applyScope(scope, { ...usual(scope), rails: 0 }, NONE).lines;
    expect(whole.length - without.length).toBe(2);
  });

  it("becomes a template without what was said to one client", () => {
    const begun = valuesOf(applyScope(scope, usual(scope), NONE));
    const saved = templateValues({
      ...begun,
      message: `Good to meet you, Dana.\n\n${begun.message}`,
      start: "Monday",
      discount: { by: "cents", cents: 100 },
      "lines.gone": null,
    });
    expect(saved["message"]).toBe(begun.message);
    expect(estimateOf(saved).lines).toEqual(estimateOf(begun).lines);
    expect(
      Object.keys(saved)
        .filter((field) => !field.startsWith("lines."))
        .toSorted(),
    ).toEqual(["excluded", "message", "terms", "title"]);
    expect(templateValues({ title: "Roof", message: "Hello Dana" })).toEqual({ title: "Roof" });
  });

  it("keeps the business's own terms, and no others, for the next", () => {
    expect(ownTerms(`${applyScope(scope, usual(scope), NONE).terms}\n\nHalf now.\n\nRest after.`)).toBe(
      "Half now.\n\nRest after.",
    );
    expect(ownTerms("Half now.")).toBe("Half now.");
  });
});

it("is found by the beginnings of words", () => {
  expect(isFound("Water heater swap", "heat wat")).toBe(true);
  expect(isFound("Water heater swap", "eater")).toBe(false);
  expect(isFound("Anything", "  ")).toBe(true);
});
