import { describe, expect, it } from "vitest";
import { ONE } from "#platform/money/amounts.ts";
import { estimateOf } from "../rules/estimate.ts";
import { problemsOf } from "../rules/problems.ts";
import { ownTerms } from "../rules/terms.ts";
import { applyScope } from "./apply-scope.ts";
import { pricesIn } from "./known-prices.ts";
import { unitOf } from "./quantity.ts";
import { type NamedScope, scopes } from "./scopes.ts";
import { templateValues } from "./template-values.ts";

const usual = ({ asks }: NamedScope) =>
  Object.fromEntries(asks.map(({ id, usual: amount }) => [id, Math.round(amount * ONE)]));
const NONE = new Map<string, never>();

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
