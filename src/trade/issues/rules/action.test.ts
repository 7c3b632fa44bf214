import { describe, expect, it } from "vitest";
import { actionId, actionTermsOf, dueBy } from "./action.ts";
import { refuseByTerms } from "./terms.ts";

describe("a safety action", () => {
  it("is due today, in 3 days, or in a week by its priority, until the business says otherwise", () => {
    const usual = actionTermsOf({});
    expect(
      (["urgent", "high", "normal", "low"] as const).map((one) => dueBy(one, usual, "2026-12-30")),
    ).toEqual(["2026-12-30", "2027-01-02", "2027-01-06", "2027-01-13"]);
    expect(dueBy("high", actionTermsOf({ high: 1 }), "2028-02-28")).toBe("2028-02-29");
  });

  it("trusts no number of a device", () => {
    for (const high of [-1, 1.5, 366, "2", null, Number.NaN])
      expect(dueBy("high", actionTermsOf({ high }), "2026-01-01")).toBe("2026-01-04");
  });

  it("needs a photo of the fix and a second person, unless the business says otherwise", () => {
    const [usual, none] = [actionTermsOf({}), actionTermsOf({ needsPhoto: false, needsSecond: false })];
    const own = { by: "ana", fixedBy: "ana", photos: 1 };
    expect(refuseByTerms(usual, "ready", { ...own, photos: 0 }, true)).toMatch(
      /^A safety action needs a photo/,
    );
    expect(refuseByTerms(usual, "closed", own, true)).toMatch(/second person/);
    expect(refuseByTerms(usual, "closed", { ...own, by: "luis" }, true)).toBeNull();
    expect(
      refuseByTerms(usual, "closed", { ...own, by: "luis", fixedBy: null, isReady: false }, true),
    ).toMatch(/fixed first/);
    expect(refuseByTerms(none, "closed", { ...own, photos: 0 }, true)).toBeNull();
  });

  it("is one action, whichever device fails the item", () => {
    expect(actionId("a")).toBe(actionId("a"));
    expect(actionId("a")).not.toBe(actionId("b"));
  });
});
