import fc from "fast-check";
import { expect, it } from "vitest";
import { observationFields, readObservation } from "./observation.ts";

const nothing = { words: "", tempC: "", rainMm: "", windMs: "" };

it("parses an observation in the business's units", () => {
  expect(
    readObservation({ ...nothing, words: " Rain until nine ", tempC: "41", rainMm: "0,5" }, null, "us"),
  ).toEqual({
    words: "Rain until nine",
    tempC: 5,
    rainMm: 12.7,
    windMs: null,
  });
  expect(readObservation({ ...nothing, windMs: "36" }, null, "metric")).toEqual({
    words: "",
    tempC: null,
    rainMm: null,
    windMs: 10,
  });
});

it("reports invalid values at their field, and requires at least one value", () => {
  expect(readObservation({ words: "Hot", tempC: "warm", rainMm: "-1", windMs: "9000" }, null, "us")).toEqual({
    errors: {
      tempC: "Write °F as a number, such as 0.5. Leave it blank for none.",
      rainMm: "Use 0 to 78.74.",
      windMs: "Use 0 to 335.54.",
    },
  });
  expect(readObservation(nothing, null, "us")).toEqual({
    errors: { words: "Describe it or enter a measurement." },
  });
});

it("keeps unchanged values exactly", () => {
  const value = (min: number, max: number) =>
    fc.option(fc.double({ min, max, noNaN: true, noDefaultInfinity: true }), { nil: null });
  const seen = fc.record({
    words: fc.constant("Fog"),
    tempC: value(-90, 60),
    rainMm: value(0, 2_000),
    windMs: value(0, 150),
    at: fc.constant(null),
  });
  fc.assert(
    fc.property(seen, fc.constantFrom("us", "metric"), (before, units) => {
      const { at: _at, ...kept } = before;
      expect(readObservation(observationFields(before, units), before, units)).toEqual(kept);
    }),
  );
});
