import { describe, expect, it } from "vitest";
import { ANSWER, formatAnswer, isFailed, NOT_GIVEN, readAnswer } from "./answers.ts";
import { describeItem } from "./describe-item.ts";
import { answerId } from "./ids.ts";
import { readItem } from "./items.ts";
import { neededBy, progressOf, rowsOf, runOf, scoreOf, withIssues } from "./run.ts";
import { readTypedItem, type TypedItem } from "./typed-item.ts";

const TYPED: TypedItem = {
  ...{ kind: "check", text: "Item", why: "", code: "", isRequired: true, choices: "", fails: [], unit: "" },
  ...{ low: "", high: "", count: "", photos: "", weight: "", showIf: null, onFail: [], picture: null },
};
const typed = (change: Partial<TypedItem>) => readTypedItem({ ...TYPED, ...change }, "id");
const item = (value: Record<string, unknown>) => readItem({ id: "a", text: "Item", ...value })!;

describe("an item that somebody typed", () => {
  it("is stored with what its kind has and nothing else", () => {
    const all = {
      unit: " in ",
      low: "1 1/2",
      high: "2,5",
      choices: "A\n\nB\nA",
      fails: ["A", "no"],
      onFail: ["photo"],
    };
    expect(typed({ ...all, kind: "number" })).toEqual({
      item: {
        id: "id",
        kind: "number",
        text: "Item",
        required: true,
        unit: "in",
        low: 1.5,
        high: 2.5,
        onFail: ["photo"],
      },
    });
    expect(typed({ ...all, kind: "one" })).toMatchObject({ item: { choices: ["A", "B"], fails: ["A"] } });
    expect(typed({ ...all, kind: "yes" })).toMatchObject({ item: { fails: ["no"] } });
    expect(typed({ ...all, kind: "note" })).toEqual({ item: { id: "id", kind: "note", text: "Item" } });
    const picture = "a".repeat(64);
    const read = { id: "id", kind: "read", text: "Item", required: true, picture };
    expect(typed({ ...all, photos: "2", kind: "read", picture })).toEqual({ item: read });
    expect(typed({ kind: "check", picture })).toEqual({
      item: { ...read, kind: "check", picture: undefined },
    });
    expect(typed({ kind: "readings", count: "4" })).toMatchObject({ item: { count: 4 } });
  });

  it.each<[Partial<TypedItem>, keyof TypedItem]>([
    [{ text: " " }, "text"],
    [{ kind: "many", choices: "One" }, "choices"],
    [{ kind: "number", low: "ten" }, "low"],
    [{ kind: "number", low: "10", high: "2" }, "high"],
    [{ photos: "1.5" }, "photos"],
    [{ weight: "101" }, "weight"],
    [{ kind: "readings", count: "51" }, "count"],
    [{ showIf: { item: "x", is: [] } }, "showIf"],
  ])("%j is refused at its field", (change, field) => {
    expect(typed(change)).toMatchObject({ faults: { [field]: expect.any(String) } });
  });

  it("is described in one line", () => {
    expect(
      describeItem({ id: "a", text: "Post", kind: "number", low: 5.5, unit: "in", required: false }),
    ).toBe("Post (A number; optional; Range: at least 5.5 in)");
    expect(describeItem({ id: "../", text: "" })).toBeNull();
  });
});

describe("an instruction to read", () => {
  const read = item({ kind: "read", picture: "b".repeat(64) });

  it("needs a “Got it”, never fails, and has no score", () => {
    const given = (value: string) => ({ ...NOT_GIVEN, value });
    expect([progressOf({ item: read }), neededBy({ item: read })]).toEqual(["open", "a “Got it”"]);
    expect([progressOf({ item: read }, given("read")), neededBy({ item: read }, given("read"))]).toEqual([
      "passed",
      null,
    ]);
    // A phone with an older version shows pass and fail instead.
    expect(progressOf({ item: read }, given("fail"))).toBe("open");
    expect(formatAnswer(read, "read")).toBe("Read");
  });

  it("shows a picture, which no other kind has, and only one with the right name", () => {
    expect(read.picture).toBe("b".repeat(64));
    expect(item({ kind: "check", picture: "b".repeat(64) }).picture).toBeNull();
    expect(item({ kind: "note", picture: "../other" }).picture).toBeNull();
  });
});

describe("readings, moments and signatures", () => {
  const series = item({ kind: "readings", choices: ["N", "S"], low: 10, high: 20, unit: "%" });

  it("are open until every reading is taken, and fail by one that is out of range", () => {
    const given = (value: readonly (number | null)[]) => ({ ...NOT_GIVEN, value });
    expect(readAnswer(series, [12, "x", 5])).toEqual([12, null]);
    expect(readAnswer(series, [])).toBeNull();
    expect(progressOf({ item: series }, given([12, null]))).toBe("open");
    expect(neededBy({ item: series }, given([12, null]))).toBe("all readings");
    expect(progressOf({ item: series }, given([12, 20]))).toBe("passed");
    expect(isFailed(series, [null, 21])).toBe(true);
    expect(neededBy({ item: series }, given([null, 21]))).toBe("all readings");
    expect(formatAnswer(series, [12, 21])).toBe("12 to 21 %; S: 21 is out of range");
    expect(formatAnswer(series, [12, null])).toBe("12 % in 1 of 2 readings");
  });

  it("are read with care, because a device can write anything", () => {
    const moment = item({ kind: "datetime" });
    expect(formatAnswer(moment, "2026-11-29T14:30")).toMatch(/^Nov 29, 2026, 2:30.PM$/);
    for (const wild of ["2026-11-31T14:30", "2026-11-29", "now", 5])
      expect(readAnswer(moment, wild)).toBeNull();
    const signature = item({ kind: "signature" });
    expect(formatAnswer(signature, { name: "Dana", drawing: null })).toBe("Signed by Dana");
    for (const wild of [{}, { name: " " }, "Dana", null]) expect(readAnswer(signature, wild)).toBeNull();
    expect(readAnswer(signature, { name: "Dana", drawing: { strokes: 5 } })).toEqual({
      name: "Dana",
      drawing: null,
    });
    expect(item({ kind: "readings", count: 5_000 }).count).toBe(50);
  });
});

describe("an item that needs an issue once it fails", () => {
  const strict = item({ onFail: ["issue"] });
  const failed = new Map([["a", { ...NOT_GIVEN, run: "run", item: "a", value: "fail" }]]);
  const needed = (from: unknown, more: Record<string, unknown> = {}) =>
    neededBy({ item: strict }, withIssues(failed, [{ values: { title: "Fix it", from, ...more } }]).get("a"));

  it("has it when one of the job began with its answer, and it wasn’t removed", () => {
    const from = { kind: ANSWER, record: answerId("run", "a"), item: "a" };
    expect(needed(null)).toBe("an issue");
    expect(needed({ ...from, record: answerId("run", "b") })).toBe("an issue");
    expect(needed(from, { removed: true })).toBe("an issue");
    expect(needed(from)).toBeNull();
  });
});

describe("a score", () => {
  const rows = (weights: readonly (number | undefined)[]) =>
    rowsOf(
      runOf({ "sections.s": { items: weights.map((weight, at) => ({ id: `i${at}`, text: "x", weight })) } }),
    );
  const answers = (values: readonly (string | null)[]) =>
    new Map(values.map((value, at) => [`i${at}`, { ...NOT_GIVEN, item: `i${at}`, value }]));

  it("is the share of weights that passed, without what doesn’t apply", () => {
    expect(scoreOf(rows([5, 3, 2, undefined]), answers(["pass", "fail", "na", "fail"]))).toBe(63);
    expect(scoreOf(rows([5, 5]), answers(["pass", null]))).toBe(50);
    expect(scoreOf(rows([undefined]), answers(["pass"]))).toBeNull();
    expect(scoreOf(rows([1]), answers(["na"]))).toBeNull();
  });
});
