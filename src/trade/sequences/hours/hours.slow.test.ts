import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cases,
  CHANGES,
  findErrors,
  findStepErrors,
  moments,
  findDifference,
} from "../testing/hours-proof.ts";

// The short form of e2e/prove/hours.prove.ts. fast-check prints the seed of a failure.

describe("nextOpen", () => {
  it("returns a time inside every zone's hours, not before the requested one, and right after closed hours", () => {
    fc.assert(
      fc.property(cases, moments, (one, at) => {
        expect(findErrors(one, at)).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });

  it("returns the first open minute, as found by checking every minute", () => {
    fc.assert(
      fc.property(cases, moments, (one, at) => {
        expect(findDifference(one, at)).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });
});

describe("daily steps", () => {
  it("go out once a day across every clock change, in the missing hour and in the repeated one", () => {
    const quarters = Array.from({ length: 24 * 4 }, (_, quarter) => quarter * 15);
    const found = CHANGES.filter((_, at) => at % 4 === 0).flatMap((change) =>
      quarters.flatMap((minutes) => findStepErrors(change, minutes)),
    );
    expect(found).toEqual([]);
  });
});
