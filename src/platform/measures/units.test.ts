import { expect, it } from "vitest";
import { unitsOf } from "./units.ts";

it("a business with US dollars uses feet, others use meters", () => {
  expect(unitsOf("USD")).toBe("us");
  for (const currency of ["CAD", "EUR", "MXN", "AUD"]) expect(unitsOf(currency)).toBe("metric");
});
