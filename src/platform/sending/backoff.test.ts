import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BACKOFF, nextAttempt } from "./backoff.ts";

const START = Temporal.Instant.from("2026-11-20T09:00:00Z");
const seconds = (from: Temporal.Instant, to: Temporal.Instant) =>
  (to.epochMilliseconds - from.epochMilliseconds) / 1000;

describe("nextAttempt", () => {
  it("waits longer each time, up to an hour, give or take a quarter", () => {
    expect([1, 2, 3, 4].map((attempts) => seconds(START, nextAttempt(START, START, attempts, 0.5)!))).toEqual(
      [15, 30, 60, 120],
    );
    expect(seconds(START, nextAttempt(START, START, 60, 0.5)!)).toBe(3600);
    expect(seconds(START, nextAttempt(START, START, 1, 0)!)).toBe(11.25);
    expect(seconds(START, nextAttempt(START, START, 1, 1)!)).toBe(18.75);
  });

  it("ends after three days, with a last attempt at their end", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (randoms) => {
        let now = START;
        let attempts = 1;
        for (; ; attempts++) {
          const next = nextAttempt(now, START, attempts, randoms.next().value);
          if (!next) break;
          expect(Temporal.Instant.compare(next, now)).toBe(1);
          now = next;
        }
        expect(seconds(START, now)).toBe(BACKOFF.giveUpAfterHours * 3600);
        expect(attempts).toBeGreaterThan(60);
        expect(attempts).toBeLessThan(120);
      }),
      { numRuns: 50 },
    );
  });
});
