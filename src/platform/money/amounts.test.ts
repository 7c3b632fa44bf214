import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatQuantity,
  formatRate,
  markupAndMargin,
  priceOf,
  readQuantity,
  readRate,
  shareOf,
} from "./amounts.ts";

describe("a price", () => {
  it.each([
    ["2.5 of 1 cent", 2500, 1, 3],
    ["0.5 of 1 cent", 500, 1, 1],
    ["0.499 of 1 cent", 499, 1, 0],
    ["a third of 100", 333, 10_000, 3330],
    ["a million of a thousand", 1_000_000_000, 100_000, 100_000_000_000],
  ])("is rounded half away from zero: %s", (_, quantity, cents, expected) => {
    expect(priceOf(quantity, cents)).toBe(expected);
    expect(priceOf(quantity, -cents)).toBe(expected === 0 ? 0 : -expected);
  });
});

it("markup is not margin", () => {
  expect(markupAndMargin(8000, 10_000)).toEqual({ markup: 25_000, margin: 20_000 });
  expect(markupAndMargin(0, 10_000)).toEqual({ markup: null, margin: 100_000 });
  expect(markupAndMargin(8000, 0)).toEqual({ markup: -100_000, margin: null });
  expect(shareOf(8000, 25_000)).toBe(2000);
});

describe("a quantity", () => {
  it.each([
    ["12", 12_000],
    ["1,200", 1_200_000],
    ["7.5", 7500],
    ["7,5", 7500],
    [".25", 250],
    ["1/2", 500],
    ["1 1/2", 1500],
    ["1-1/2", 1500],
    ["2½", 2500],
    ["¾", 750],
    ["0.0005", 1],
    ["  ", null],
    ["-3", undefined],
    ["1/0", undefined],
    ["a few", undefined],
    ["1.2.3", undefined],
    ["1e9", undefined],
  ])("typed as “%s” is %s thousandths", (typed, expected) => {
    expect(readQuantity(typed)).toBe(expected);
  });

  it("is read as it is shown", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (quantity) => {
        expect(readQuantity(formatQuantity(quantity))).toBe(quantity);
        expect(readRate(formatRate(quantity))).toBe(quantity);
      }),
    );
  });
});
