import { describe, expect, it } from "vitest";
import { formatAnswer, isFailed, readAnswer, readTypedNumber } from "./answers.ts";
import { readItem } from "./items.ts";

const item = (value: Record<string, unknown>) => readItem({ id: "a", text: "Item", ...value })!;

describe("a typed number", () => {
  it.each([
    ["12", 12],
    ["12.5", 12.5],
    ["12,5", 12.5],
    ["1,250", 1250],
    ["1,250.75", 1250.75],
    ["-3", -3],
    ["−3", -3],
    ["12 1/2", 12.5],
    ["12½", 12.5],
    ["½", 0.5],
    ["-1 1/4", -1.25],
    ["3/8", 0.375],
    [".5", 0.5],
    ["5.", 5],
  ])("%s", (typed, value) => expect(readTypedNumber(typed)).toBe(value));

  it.each(["", "a", "1/0", "12 in", "1,25,0", "--1", "1 2", "Infinity", "1e9"])("refuses %j", (typed) =>
    expect(readTypedNumber(typed)).toBeNull(),
  );
});

describe("an answer", () => {
  it("is only what its item can be answered with", () => {
    expect(readAnswer(item({}), "pass")).toBe("pass");
    expect(readAnswer(item({}), "yes")).toBeNull();
    expect(readAnswer(item({ kind: "one", choices: ["Left", "Right"] }), "Up")).toBeNull();
    expect(readAnswer(item({ kind: "many", choices: ["A", "B"] }), ["B", "C"])).toEqual(["B"]);
    expect(readAnswer(item({ kind: "number" }), "12")).toBeNull();
    expect(readAnswer(item({ kind: "number" }), Number.NaN)).toBeNull();
    expect(readAnswer(item({ kind: "date" }), "2026-02-30")).toBeNull();
    expect(readAnswer(item({ kind: "text" }), "  ")).toBeNull();
  });

  it("fails a check, a no, a choice that fails, and a number outside its range", () => {
    expect(isFailed(item({}), "fail")).toBe(true);
    expect(isFailed(item({}), "na")).toBe(false);
    expect(isFailed(item({ kind: "yes" }), "no")).toBe(true);
    expect(isFailed(item({ kind: "yes", fails: ["yes"] }), "no")).toBe(false);
    const choices = { choices: ["Dry", "Wet", "Mold"], fails: ["Wet", "Mold"] };
    expect(isFailed(item({ kind: "one", ...choices }), "Dry")).toBe(false);
    expect(isFailed(item({ kind: "many", ...choices }), ["Dry", "Mold"])).toBe(true);
    const range = item({ kind: "number", low: 100, high: 120 });
    expect([99.9, 100, 120, 120.1].map((value) => isFailed(range, value))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it("is shown in words", () => {
    expect(formatAnswer(item({}), "na")).toBe("N/A");
    expect(formatAnswer(item({ kind: "number", unit: "°F" }), 1250.5)).toBe("1,250.5 °F");
    expect(formatAnswer(item({ kind: "many", choices: ["A", "B"] }), ["B", "A"])).toBe("A, B");
    expect(formatAnswer(item({ kind: "date" }), "2026-11-29")).toBe("Nov 29, 2026");
    expect(formatAnswer(item({}), { evil: 1 })).toBeNull();
  });
});
