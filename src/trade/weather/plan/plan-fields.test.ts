import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFields, readPlan } from "./plan-fields.ts";
import { planOf, USUAL_THRESHOLD } from "./plan-rules.ts";

describe("the form of a plan", () => {
  const usual = planOf({});

  it("shows limits in the units of the business", () => {
    expect(planFields(usual, "us")).toMatchObject({
      rainMm: "0.5",
      gustMs: "40",
      lowC: "20",
      highC: "100",
      hoursLost: "4",
      windMs: "",
    });
    expect(planFields(usual, "metric")).toMatchObject({
      rainMm: "12.7",
      gustMs: "64.37",
      lowC: "-6.67",
      snowCm: "2.54",
    });
  });

  it("keeps unchanged values exactly", () => {
    const limit = (min: number, max: number) =>
      fc.option(fc.double({ min, max, noNaN: true }), { nil: null });
    const threshold = fc.record({
      ...{ rainMm: limit(0, 2000), snowCm: limit(0, 1000), windMs: limit(0, 150), gustMs: limit(0, 150) },
      ...{ lowC: limit(-90, 60), highC: limit(-90, 60), hoursLost: limit(0, 24) },
    });
    fc.assert(
      fc.property(threshold, fc.constantFrom("us", "metric"), (one, units) => {
        const before = planOf({ threshold: one, anticipated: { "1": 3, "7": 0.5 }, remindAt: 16 });
        expect(readPlan(planFields(before, units), before, units)).toEqual(before);
      }),
    );
  });

  it("parses typed values, and reports invalid ones at their field", () => {
    const form = {
      ...planFields(usual, "us"),
      rainMm: "1",
      lowC: " 32 ",
      gustMs: "",
      "days-11": "2,5",
      remindAt: "16",
    };
    expect(readPlan(form, usual, "us")).toMatchObject({
      threshold: { rainMm: 25.4, lowC: 0, gustMs: null, highC: 340 / 9 },
      anticipated: { 1: 0, 11: 2.5 },
      remindAt: 16,
    });
    const wrong = { ...form, rainMm: "much", snowCm: "-1", highC: "9000", "days-2": "32", remindAt: "24" };
    expect(readPlan(wrong, usual, "us")).toEqual({
      errors: {
        rainMm: "Write inches as a number, such as 0.5. Leave it blank for none.",
        snowCm: "Use 0 to 393.7.",
        highC: "Use -130 to 140.",
        "days-2": "Use 0 to 31.",
        remindAt: "Choose an hour from the list.",
      },
    });
  });
});

it("uses the usual limits without a plan", () => {
  expect(planOf({}).threshold).toEqual(USUAL_THRESHOLD);
  expect(planOf({ threshold: { rainMm: 5 } }).threshold).toMatchObject({ rainMm: 5, gustMs: null });
  expect(planOf({ remindAt: 24 }).remindAt).toBeNull();
  expect(planOf({ remindAt: 0, anticipated: { 2: 4 } })).toMatchObject({
    remindAt: 0,
    anticipated: { 1: 0, 2: 4 },
  });
});
