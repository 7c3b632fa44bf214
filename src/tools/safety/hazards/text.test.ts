import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween, joinTexts, keysOf, linesOf, MOST, planTextOf, refuseText, wordsIn } from "./text.ts";

const line = (en: string, es = "") => ({ en, es });
const text = (...controls: string[]) => ({
  title: line("Roof", "Techo"),
  steps: [
    { step: line("Climb"), hazards: [{ hazard: line("Fall"), controls: controls.map((one) => line(one)) }] },
  ],
  sources: [],
});

describe("the text of a plan", () => {
  it("is read from a file or a record, and trusts neither", () => {
    expect(planTextOf({ title: { en: "Roof" }, steps: [{ step: { en: "Climb" }, hazards: "no" }] })).toEqual({
      ...{ title: line("Roof"), sources: [] },
      steps: [{ step: line("Climb"), hazards: [] }],
    });
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const read = planTextOf(value);
        expect(read === null || linesOf(read).every(({ en, es }) => `${en}${es}` !== "null")).toBe(true);
      }),
    );
  });

  it("is shown as written where nobody translated it", () => {
    expect(wordsIn(line("Roof", "Techo"), "es")).toEqual({ words: "Techo", language: "es" });
    expect(wordsIn(line("Climb"), "es")).toEqual({ words: "Climb", language: "en" });
  });

  it("can’t be signed without a step, a hazard, or what is done", () => {
    expect(refuseText(text("Tie in"))).toBeNull();
    expect(refuseText({ ...text("Tie in"), steps: [] })).toContain("at least one step");
    expect(refuseText(text())).toContain("what you do about it");
    expect(refuseText(text("Tie in", ""))).toContain("what you do about it");
    const [step] = text("Tie in").steps;
    expect(refuseText({ ...text("a"), steps: [{ ...step!, hazards: [] }] })).toContain("can go wrong");
    expect(refuseText({ ...text("a"), steps: [{ ...step!, step: line("") }] })).toContain(
      "step has no words",
    );
    expect(
      refuseText({ ...text("a"), steps: Array.from({ length: MOST.steps + 1 }, () => step!) }),
    ).toContain("40 steps");
    const long = {
      ...step!,
      hazards: Array.from({ length: MOST.hazards }, () => text("x".repeat(300)).steps[0]!.hazards[0]!),
    };
    expect(refuseText({ ...text("a"), steps: Array.from({ length: MOST.steps }, () => long) })).toContain(
      "too long",
    );
  });

  it("says what another one has and hasn’t", () => {
    const { added, removed } = changesBetween(text("Tie in", "Warn"), text("Tie in", "Net"));
    expect(added.map((lines) => lines.map(({ en }) => en))).toEqual([["Climb", "Fall", "Net"]]);
    expect(removed.map((lines) => lines.at(-1)!.en)).toEqual(["Warn"]);
    expect(changesBetween(text("Tie in"), text("Tie in"))).toEqual({ added: [], removed: [] });
  });

  it("joins another task of the day, with each source once", () => {
    const source = { name: "OSHA", cite: "29 CFR 1926.501", year: 2026 };
    const one = { ...text("a"), sources: [source] };
    const both = joinTexts(one, { ...one, title: line("Gutters") });
    expect(both.title).toEqual(line("Roof, Gutters"));
    expect(both.steps).toHaveLength(2);
    expect(both.sources).toEqual([source]);
  });
});

it("the same words twice have two keys", () => {
  expect(keysOf([line("Clean up"), line("Cut"), line("Clean up")])).toEqual([
    "Clean up",
    "Cut",
    "Clean up 2",
  ]);
});
