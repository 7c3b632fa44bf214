import { describe, expect, it } from "vitest";
import { shownQuantity } from "./changes.ts";

describe("a quantity", () => {
  it.each([
    [1000, "lot", ""],
    [1000, "", ""],
    [1000, "LS", ""],
    [1000, "hr", "1 hr"],
    [2000, "lot", "2 lot"],
    [500, "", "0.5"],
  ])("of %i thousandths %s reads “%s”", (quantity, unit, shown) =>
    expect(shownQuantity({ quantity, unit })).toBe(shown),
  );
});
