import { expect, it } from "vitest";
import { unitsOf } from "./units.ts";

it("a business that counts in US dollars measures in feet, others in metres", () => {
  expect(unitsOf("USD")).toBe("us");
  for (const currency of ["CAD", "EUR", "MXN", "AUD"]) expect(unitsOf(currency)).toBe("metric");
});
