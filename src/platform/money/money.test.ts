import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMoney, readSignedMoney } from "./money.ts";

describe("an amount of money", () => {
  it.each([
    ["4200", 420_000],
    ["4,200", 420_000],
    ["$4,200.50", 420_050],
    ["4.200,50 €", 420_050],
    ["1 234 567", 123_456_700],
    ["12.5", 1250],
    ["1,5", 150],
    ["0", 0],
    ["  ", null],
    ["-1", undefined],
    ["a lot", undefined],
    ["4k", undefined],
    ["1,23,4", undefined],
    ["1000000001", undefined],
  ])("%s is %s cents", (text, cents) => {
    expect(readMoney(text)).toBe(cents);
  });

  it("is parsed as what was typed, never more or less", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        const typed = (cents / 100).toFixed(2);
        expect(readMoney(typed)).toBe(cents);
        expect(readMoney(Number(typed).toLocaleString("en-US", { minimumFractionDigits: 2 }))).toBe(cents);
      }),
    );
  });
});

describe("an amount that may be a credit", () => {
  it.each([
    ["250", 25_000],
    ["-250", -25_000],
    ["−1,250.50", -125_050],
    ["(250)", -25_000],
    ["-$250", -25_000],
    ["$-250", -25_000],
    ["-0", 0],
    ["", null],
    ["--5", undefined],
    ["5-", undefined],
    ["-", undefined],
    ["-1000000001", undefined],
  ])("%s is %s cents", (text, cents) => {
    expect(readSignedMoney(text)).toBe(cents);
  });
});
