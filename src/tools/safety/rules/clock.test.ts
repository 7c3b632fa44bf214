import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sinceOf } from "../talks/since.ts";
import { clockOf, describeClock, nextTalkOn, PRESETS } from "./clock.ts";

const of = (key: string) => PRESETS.find((one) => one.key === key)!.clock;

describe("the next talk", () => {
  it("is due after ten working days in California", () => {
    // A Monday, and a Sunday.
    expect(nextTalkOn(of("ca"), "2026-11-30", "2026-01-01")).toBe("2026-12-14");
    expect(nextTalkOn(of("ca"), "2026-11-29", "2026-01-01")).toBe("2026-12-11");
    expect(nextTalkOn(of("ca"), null, "2026-11-30")).toBe("2026-12-14");
  });

  it("is due at the start and then weekly in Washington, never later than Friday", () => {
    expect(nextTalkOn(of("wa"), null, "2026-11-30")).toBe("2026-11-30");
    expect(nextTalkOn(of("wa"), "2026-11-30", "2026-11-30")).toBe("2026-12-07");
    expect(nextTalkOn(of("wa"), "2026-11-28", "2026-11-30")).toBe("2026-12-04");
  });

  it("is later than the last one, on a weekday", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom("weeks" as const, "working-days" as const),
        fc.integer({ min: 0, max: 3000 }),
        (every, unit, days) => {
          const last = Temporal.PlainDate.from("2024-02-29").add({ days }).toString();
          const next = nextTalkOn({ every, unit, start: false }, last, last);
          expect(next > last).toBe(true);
          expect(Temporal.PlainDate.from(next).dayOfWeek).toBeLessThanOrEqual(5);
        },
      ),
    );
  });
});

it("a clock is described, and anything else is none", () => {
  expect(PRESETS.map(({ clock }) => describeClock(clock))).toEqual([
    "Every 10 working days",
    "At the start, then every week",
  ]);
  expect(clockOf({ clock: { every: 0, unit: "weeks" } })).toBeNull();
  expect(clockOf({ clock: { every: 2, unit: "months" } })).toBeNull();
  expect(clockOf({})).toBeNull();
});

it("is counted from the job’s first day, or from the day it was set if that is later", () => {
  expect(sinceOf({ since: "2026-11-20" }, "2026-12-01")).toBe("2026-12-01");
  expect(sinceOf({ since: "2026-11-20" }, "2026-01-01")).toBe("2026-11-20");
  expect(sinceOf({}, null)).toBeNull();
});
