import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarOf } from "#platform/time/working-hours.ts";
import { type Behavior, decideCondition, formatDelay, describeTest } from "./conditions.ts";
import type { Test } from "./planner.ts";

const calendar = calendarOf({ zone: "America/Denver" });
const instant = (text: string) => Temporal.Instant.from(text);
const startedAt = instant("2026-11-02T16:00:00Z");
const now = instant("2026-11-09T16:00:00Z");
const nobody: Behavior = { deeds: [], askedAt: startedAt, repliedAt: null };
const did = (what: string, at: string): Behavior => ({ ...nobody, deeds: [{ what, lastAt: instant(at) }] });
const decide = (test: Test, behavior: Behavior) =>
  decideCondition({ kind: "condition", if: test, otherwise: "end" }, behavior, { startedAt, now, calendar });

describe("a condition", () => {
  it.each([
    ["clicked", did("clicked", "2026-11-05T10:00:00Z"), true, "they had clicked a link"],
    ["clicked", did("clicked", "2026-11-01T10:00:00Z"), false, "they had not clicked a link"],
    ["clicked", did("returned", "2026-11-05T10:00:00Z"), false, "they had not clicked a link"],
    [
      "estimate.viewed",
      did("estimate.viewed", "2026-11-02T16:00:00Z"),
      true,
      "they had looked at the estimate",
    ],
    ["quiz.won_it", nobody, false, "they had not done “quiz won it”"],
    ["replied", { ...nobody, repliedAt: instant("2026-11-03T00:00:00Z") }, true, "they had replied"],
  ] as const)("tests whether they %s since they entered", (what, behavior, isMet, why) => {
    expect(decide({ what }, behavior)).toEqual({ isMet, why });
    // A negated test goes the other way, for the same reason.
    expect(decide({ what, not: true }, behavior)).toEqual({ isMet: !isMet, why });
  });

  it("looks back the given calendar time, even to before they entered", () => {
    const within = { amount: 1, unit: "months" } as const;
    expect(decide({ what: "clicked", within }, did("clicked", "2026-10-09T16:00:00Z")).isMet).toBe(true);
    // Clocks went back on November 1: a month ago it was an hour earlier.
    expect(decide({ what: "clicked", within }, did("clicked", "2026-10-09T15:00:00Z")).isMet).toBe(true);
    expect(decide({ what: "clicked", within }, did("clicked", "2026-10-09T14:59:59Z"))).toEqual({
      isMet: false,
      why: "they had not clicked a link in the last month",
    });
  });

  it("finds silence only without any event, reply or request", () => {
    const times = fc.integer({ min: 0, max: 30 * 24 }).map((hours) => now.subtract({ hours }));
    fc.assert(
      fc.property(
        times,
        fc.option(times),
        fc.array(times, { maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        (askedAt, repliedAt, deeds, days) => {
          const behavior = {
            askedAt,
            repliedAt,
            deeds: deeds.map((lastAt) => ({ what: "returned", lastAt })),
          };
          const latest = [askedAt, ...(repliedAt ? [repliedAt] : []), ...deeds].reduce((a, b) =>
            Temporal.Instant.compare(a, b) > 0 ? a : b,
          );
          const local = (at: Temporal.Instant) => at.toZonedDateTimeISO("America/Denver").toPlainDateTime();
          const isSilent = Temporal.PlainDateTime.compare(local(latest).add({ days }), local(now)) <= 0;
          // Within the hour that a clock change repeats, both answers are right.
          fc.pre(Math.abs(local(latest).add({ days }).until(local(now)).total("hours")) > 1);
          expect(decide({ what: "silent", days }, behavior).isMet).toBe(isSilent);
        },
      ),
    );
  });

  it("reads as a sentence", () => {
    expect(describeTest({ what: "downloaded" })).toBe("If they have opened the guide");
    expect(describeTest({ what: "clicked", not: true, within: { amount: 3, unit: "days" } })).toBe(
      "If they have not clicked a link in the last 3 days",
    );
    expect(describeTest({ what: "silent", days: 30 })).toBe("If they’ve been quiet for 30 days");
    expect(formatDelay({ amount: 1, unit: "weeks" })).toBe("1 week");
  });
});
