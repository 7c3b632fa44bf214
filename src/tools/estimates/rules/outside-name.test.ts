import { describe, expect, it } from "vitest";
import { shownQuantity } from "./changes.ts";
import { formatAge } from "../office/age.ts";
import { outsideName } from "./outside-name.ts";

describe("an estimate's name for its client", () => {
  const of = { title: "Ruiz deck stairs", jobName: "Ruiz deck stairs", client: "Dana Ruiz", address: null };
  it.each([
    [{}, "Estimate for Dana Ruiz"],
    [{ title: " ruiz DECK stairs" }, "Estimate for Dana Ruiz"],
    [{ title: "Estimate" }, "Estimate for Dana Ruiz"],
    [{ client: "", address: "14 Elm Street, Denver, CO" }, "Estimate for 14 Elm Street"],
    [{ title: "Stair rebuild" }, "Stair rebuild"],
    // Nothing else to call it by.
    [{ client: "" }, "Ruiz deck stairs"],
  ])("%o is %s", (over, title) => expect(outsideName({ ...of, ...over }).title).toBe(title));
});

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

describe("an age", () => {
  it.each([
    [-1, "Today"],
    [23, "Today"],
    [24, "1 day"],
    [24 * 59, "59 days"],
    [24 * 61, "2 months"],
    [24 * 800, "2 years"],
  ])("of %i hours is %s", (hours, words) => expect(formatAge(Temporal.Duration.from({ hours }))).toBe(words));
});
