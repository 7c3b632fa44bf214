import fc from "fast-check";
import { expect, it } from "vitest";
import { allowanceLeft, contractOf, movedDay } from "./contract.ts";
import { STATES } from "./states.ts";

const booked = fc.record({
  state: fc.constantFrom(...STATES),
  cents: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  days: fc.integer({ min: -730, max: 730 }),
  covered: fc.option(fc.record({ id: fc.constantFrom("tile", "lights"), cents: fc.nat(1_000_000) })),
});

it("adds up approved changes, and nothing else, in any order", () => {
  fc.assert(
    fc.property(fc.array(booked), fc.nat(), (changes, original) => {
      let [sum, days, tile] = [original, 0, 500_000];
      for (const one of changes.filter(({ state }) => state === "approved")) {
        sum += one.cents;
        days += one.days;
        if (one.covered?.id === "tile") tile -= one.covered.cents;
      }
      const signed = { cents: original, finish: "2026-12-18" };
      const contract = contractOf(signed, changes);
      expect(contract).toMatchObject({ sum, days, original, net: sum - original });
      expect(contract.completion).toBe(movedDay("2026-12-18", days));
      expect(contractOf(signed, changes.toReversed())).toEqual(contract);
      expect(allowanceLeft({ id: "tile", cents: 500_000 }, changes)).toBe(tile);
    }),
  );
});

it("has no sum or day that nobody entered", () => {
  const one = { state: "approved", cents: 100, days: 1, covered: null } as const;
  expect(contractOf({ cents: null, finish: null }, [one])).toMatchObject({
    ...{ sum: null, completion: null, net: 100, days: 1 },
  });
});

it("moves over the end of February and a change of clocks by days", () => {
  expect(movedDay("2028-02-27", 3)).toBe("2028-03-01");
  expect(movedDay("2026-10-31", 2)).toBe("2026-11-02");
});
