import { expect, it } from "vitest";
import { isFound } from "./search.ts";

it("is found by the beginnings of words", () => {
  expect(isFound("Water heater swap", "heat wat")).toBe(true);
  expect(isFound("Water heater swap", "eater")).toBe(false);
  expect(isFound("Anything", "  ")).toBe(true);
});
