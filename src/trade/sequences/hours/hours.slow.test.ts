import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cases,
  CHANGES,
  complaints,
  complaintsOfSteps,
  moments,
  otherByLooking,
} from "../testing/hours-proof.ts";

// The short form of e2e/prove/hours.prove.ts. fast-check prints the seed of a failure.

describe("nextOpen", () => {
  it("lands inside every zone's hours, never earlier than asked, and the moment before is closed", () => {
    fc.assert(
      fc.property(cases, moments, (one, at) => {
        expect(complaints(one, at)).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });

  it("takes the first open minute, as somebody finds it who looks at the clock every minute", () => {
    fc.assert(
      fc.property(cases, moments, (one, at) => {
        expect(otherByLooking(one, at)).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });
});

describe("steps a day apart", () => {
  it("go out once each day around every clock change, in the hour that is left out and the one that comes twice", () => {
    const quarters = Array.from({ length: 24 * 4 }, (_, quarter) => quarter * 15);
    const found = CHANGES.filter((_, at) => at % 4 === 0).flatMap((change) =>
      quarters.flatMap((minutes) => complaintsOfSteps(change, minutes)),
    );
    expect(found).toEqual([]);
  });
});
