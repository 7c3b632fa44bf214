import { expect, it } from "vitest";
import { newValues } from "./new-values.ts";

const last = {
  ...{ title: "Deck", taxes: [{ name: "Sales tax", rate: 8250 }], deposit: null, showsPrices: false },
  ...{
    terms: "This price assumes:\n• Dry ground\n\nHalf now.",
    excluded: "Permits",
    startedFrom: "plumbing",
  },
};
const of = { earlier: [last, { excluded: "Paint" }], today: "2026-11-20" };

it("begins with the tax and the business’s own terms of the last one, and is valid for 30 days", () => {
  expect(newValues({ title: "Stairs" }, of)).toEqual({
    ...{ title: "Stairs", taxes: last.taxes, showsPrices: false, terms: "Half now." },
    // Not what the template of the last one left out.
    ...{ excluded: "Paint", validUntil: "2026-12-20" },
  });
});

it("has what its template says, above the business’s own terms", () => {
  const begun = { title: "Bath", terms: "This price assumes:\n• A drain", excluded: "Tile" };
  expect(newValues({ ...begun, startedFrom: "kitchen-bath" }, of)).toMatchObject({
    ...{ excluded: "Tile", terms: "This price assumes:\n• A drain\n\nHalf now." },
  });
  expect(newValues({ title: "Bath", terms: "Own.", startedFrom: "own" }, of)["terms"]).toBe("Own.");
});

it("is empty but for its title and last day without an earlier one", () => {
  expect(newValues({ title: "Stairs" }, { earlier: [], today: "2028-02-01" })).toEqual({
    ...{ title: "Stairs", validUntil: "2028-03-02" },
  });
});
