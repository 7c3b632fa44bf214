import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { type Deal, headingOf, remindersOf, RULES, SOLD_AT } from "./rules.ts";
import { nameOfState, stateOf } from "./us-states.ts";

const deal = (over: Partial<Deal> = {}): Deal => ({
  ...{ state: "CA", total: 20_000_00, deposit: 0, soldAt: "office", hasLicense: true },
  ...over,
});
const idsOf = (over: Partial<Deal> = {}) => remindersOf([deal(over)]).map(({ id }) => id);

describe("every rule", () => {
  it("has a citation, a source and the day that it was read, and an id of its own", () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    for (const rule of RULES) {
      expect(rule.source).toMatch(/^https?:\/\/\S+$/);
      expect(rule.citation).not.toBe("");
      expect(rule.dateRead).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(rule.text).toMatch(/^[A-Z].*\.$/);
      expect(rule.id.startsWith(`${rule.place.toLowerCase()}-`)).toBe(true);
    }
  });
  it("of deposits or licenses is there for eight states at least", () => {
    const states = RULES.filter(({ id }) => /-(deposit|license|escrow|disclosure)$/.test(id));
    expect(new Set(states.map(({ place }) => place)).size).toBeGreaterThanOrEqual(8);
  });
  it("is only shown in its own state, and none of a state if the state is unknown", () => {
    const worst = { total: 9_000_00, deposit: 9_000_00, hasLicense: false, soldAt: "home" as const };
    expect(idsOf({ ...worst, state: null })).toEqual(["us-cancel"]);
    for (const { place } of RULES.filter(({ place: of }) => of !== "US"))
      expect(
        idsOf({ ...worst, state: place as Exclude<typeof place, "US"> }).every((id) =>
          [place.toLowerCase(), "us"].includes(id.slice(0, 2)),
        ),
      ).toBe(true);
  });
});

describe("a down payment in California", () => {
  it.each([
    [20_000_00, 999_99, false],
    [20_000_00, 1000_00, false],
    [20_000_00, 1000_01, true],
    [9999_99, 999_99, false],
    // 10% of $9,999.99 is $999.999: $1,000 is more.
    [9999_99, 1000_00, true],
    [10_000_00, 1000_00, false],
    [400_00, 40_00, false],
    [400_00, 40_01, true],
    [9, 1, true],
    [10, 1, false],
  ])("of a price of %i cents, %i cents", (total, deposit, isReminded) => {
    expect(idsOf({ total, deposit }).includes("ca-deposit")).toBe(isReminded);
  });
  it("says what the most is at this price", () => {
    const [reminder] = remindersOf([deal({ total: 4555_55, deposit: 1000_00 })]);
    expect(reminder).toMatchObject({
      mostDeposit: 455_55,
      citation: "Bus. & Prof. Code § 7159.5(a)(3)",
      edition: "2025 text, read Nov 28, 2026",
    });
  });
  it("isn't limited for a business, or where nobody pays ahead", () => {
    expect(idsOf({ deposit: 9000_00, soldAt: "business" })).toEqual([]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (total) => {
        expect(idsOf({ total, deposit: 0 })).not.toContain("ca-deposit");
      }),
    );
  });
  it("is reminded of exactly if ten times it is over the price, or it is over $1,000", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000_000 }), fc.nat(300_000), (total, deposit) => {
        expect(idsOf({ total, deposit }).includes("ca-deposit")).toBe(
          deposit * 10 > total || deposit > 1000_00,
        );
      }),
    );
  });
});

describe("a third of the price", () => {
  it.each([
    ["MD", 300_00, 100_00, false],
    ["MD", 300_00, 100_01, true],
    ["MD", 100_00, 33_33, false],
    ["MD", 100_00, 33_34, true],
    ["MA", 1000_00, 1000_00, false],
    ["MA", 1000_01, 333_34, true],
    ["ME", 3000_00, 3000_00, false],
    ["ME", 3000_01, 1000_01, true],
    ["ME", 3000_01, 1000_00, false],
    ["PA", 5000_00, 5000_00, false],
    ["PA", 5000_01, 1666_68, true],
  ] as const)("in %s of %i cents, %i cents", (state, total, deposit, isReminded) => {
    expect(idsOf({ state, total, deposit }).includes(`${state.toLowerCase()}-deposit`)).toBe(isReminded);
  });
});

describe("a license number", () => {
  it.each([
    ["CA", 1, true],
    ["MD", 1, true],
    ["MA", 1000_00, false],
    ["MA", 1000_01, true],
    ["PA", 500_00, false],
    ["PA", 500_01, true],
    ["NY", 500_01, true],
    ["NJ", 500_00, false],
    ["NJ", 500_01, true],
    ["CT", 200_00, false],
    ["CT", 200_01, true],
    ["AZ", 1000_00, false],
    ["AZ", 1000_01, true],
    ["OR", 2000_00, false],
    ["OR", 2000_01, true],
  ] as const)("missing in %s at %i cents", (state, total, isReminded) => {
    const id = `${state.toLowerCase()}-license`;
    expect(idsOf({ state, total, hasLicense: false }).includes(id)).toBe(isReminded);
    expect(idsOf({ state, total, hasLicense: true })).not.toContain(id);
    expect(idsOf({ state, total, hasLicense: null }), "a phone can't know").not.toContain(id);
  });
});

describe("other rules", () => {
  it.each([
    ["home", 24_99, false],
    ["home", 25_00, true],
    [null, 25_00, true],
    ["away", 129_99, false],
    ["away", 130_00, true],
    ["office", 9000_00, false],
    ["business", 9000_00, false],
  ] as const)("cool off, sold at %s for %i cents", (soldAt, total, isReminded) => {
    expect(idsOf({ state: null, soldAt, total }).includes("us-cancel")).toBe(isReminded);
  });
  it.each([
    ["ca-contract", 500_00, false],
    ["ca-contract", 500_01, true],
    ["ca-cancel", 500_00, false],
    ["ca-cancel", 500_01, true],
  ])("%s at %i cents", (id, total, isReminded) => {
    expect(idsOf({ total, soldAt: "home" }).includes(id)).toBe(isReminded);
  });
  it("ask for escrow in New York and a disclosure in Washington", () => {
    expect(idsOf({ state: "NY", deposit: 1 })).toEqual(["ny-escrow"]);
    expect(idsOf({ state: "NY", deposit: 0 })).toEqual([]);
    expect(idsOf({ state: "WA", total: 999_99 })).toEqual([]);
    expect(idsOf({ state: "WA", total: 1000_00 })).toEqual(["wa-disclosure"]);
  });
  it("look at each choice that a client has", () => {
    const low = deal({ total: 20_000_00, deposit: 1000_00 });
    expect(remindersOf([low, deal({ total: 5000_00, deposit: 1000_00 })])).toMatchObject(
      [{ id: "ca-contract" }, { id: "ca-deposit", mostDeposit: 500_00 }].toReversed(),
    );
  });
  it("never grow when the deposit shrinks", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RULES.flatMap(({ place }) => (place === "US" ? [] : [place]))),
        fc.constantFrom(...SOLD_AT, null),
        fc.nat(5_000_000),
        fc.nat(5_000_000),
        fc.nat(5_000_000),
        (state, soldAt, total, one, other) => {
          const [less, more] = [Math.min(one, other), Math.max(one, other)];
          const ids = idsOf({ state, soldAt, total, deposit: more });
          for (const id of idsOf({ state, soldAt, total, deposit: less })) expect(ids).toContain(id);
        },
      ),
    );
  });
});

describe("the state of an address", () => {
  it.each([
    ["14 Elm St, San Francisco, CA 94110", "CA"],
    ["14 Elm St, San Francisco, ca 94110-1234", "CA"],
    ["14 Elm St\nSan Francisco CA 94110\nUSA", "CA"],
    ["14 Elm St, San Francisco, CA", "CA"],
    ["14 Elm St, San Francisco, California", "CA"],
    ["2 Oak Ave, Charleston, West Virginia 25301", "WV"],
    ["2 Oak Ave, Charleston West Virginia 25301", "WV"],
    ["2 Oak Ave, Richmond, Virginia", "VA"],
    ["1 Main St, Washington, D.C. 20001", "DC"],
    ["1 Main St, Seattle, Washington 98101, United States", "WA"],
    ["1 Broadway, New York, New York 10004", "NY"],
    ["1 Winthrop Ave, Fishers Island, NY 06390", "NY"],
    ["12 Elm Ct", null],
    ["12 Elm Ct 94110", null],
    ["5 Via La", null],
    ["100 Georgia", null],
    ["12 Elm St, Austin, CA 78701", null],
    ["10 King St W, Toronto, ON M5H 1A1", null],
    ["", null],
    [null, null],
  ])("%s", (address, state) => {
    expect(stateOf(address)).toBe(state);
  });
  it.each(RULES.flatMap(({ place }) => (place === "US" ? [] : [place])))("is found for %s", (place) => {
    expect(stateOf(`1 A St, B, ${nameOfState(place)}`)).toBe(place);
  });
  it("is a code of two letters or none, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(stateOf(text) ?? "CA").toMatch(/^[A-Z]{2}$/);
      }),
    );
  });
  it("is in the heading", () => {
    expect(headingOf("CA")).toBe("Worth checking in California");
    expect(headingOf(null)).toBe("Worth checking");
  });
});
