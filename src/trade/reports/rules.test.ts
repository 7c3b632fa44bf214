import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileNameOf, nextTurn, formatPeriod, rangesOf, formatTurn } from "./rules.ts";

const ZONES = [
  "America/Denver",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "UTC",
  "Pacific/Apia",
  "Africa/Cairo",
];
const turn = fc.record({
  every: fc.constantFrom("day" as const, "week" as const),
  weekday: fc.integer({ min: 1, max: 7 }),
  hour: fc.integer({ min: 0, max: 23 }),
  zone: fc.constantFrom(...ZONES),
});
const moment = fc
  .integer({ min: Date.parse("2024-01-01T00:00:00Z"), max: Date.parse("2028-01-01T00:00:00Z") })
  .map((at) => Temporal.Instant.fromEpochMilliseconds(at));

describe("the next due time of a schedule", () => {
  it("is the first one after a moment, at the schedule's hour and day", () => {
    fc.assert(
      fc.property(turn, moment, (when, after) => {
        const next = nextTurn(when, after);
        expect(Temporal.Instant.compare(next, after)).toBe(1);
        const local = next.toZonedDateTimeISO(when.zone);
        // A skipped hour is due right after the gap.
        expect([when.hour, when.hour + 1]).toContain(local.hour + (local.hour < when.hour ? 24 : 0));
        if (when.every === "week") expect(local.dayOfWeek).toBe(when.weekday);
        const days = local.toPlainDate().since(after.toZonedDateTimeISO(when.zone).toPlainDate()).days;
        expect(days).toBeLessThanOrEqual(when.every === "day" ? 1 : 7);
      }),
      { numRuns: 500 },
    );
  });

  it("comes once a day when clocks change", () => {
    const daily = { every: "day", weekday: 1, hour: 2, zone: "America/Denver" } as const;
    let at = Temporal.Instant.from("2026-03-06T12:00:00Z");
    const days: string[] = [];
    for (let n = 0; n < 4; n++) {
      at = nextTurn(daily, at);
      days.push(at.toZonedDateTimeISO(daily.zone).toString({ timeZoneName: "never" }));
    }
    // On March 8, 2 AM is skipped.
    expect(days).toEqual([
      "2026-03-07T02:00:00-07:00",
      "2026-03-08T03:00:00-06:00",
      "2026-03-09T02:00:00-06:00",
      "2026-03-10T02:00:00-06:00",
    ]);
    const one = { ...daily, hour: 1 };
    const first = nextTurn(one, Temporal.Instant.from("2026-11-01T06:00:00Z"));
    expect(first.toString()).toBe("2026-11-01T07:00:00Z");
    // 1 AM occurs twice, but is due only once.
    expect(nextTurn(one, first).toString()).toBe("2026-11-02T08:00:00Z");
  });
});

describe("formats", () => {
  it("ranges of days, schedules and numbers", () => {
    expect(formatPeriod("2026-11-23", "2026-11-23")).toBe("Nov 23, 2026");
    expect(formatPeriod("2026-11-16", "2026-11-22")).toBe("Nov 16 – Nov 22, 2026");
    expect(formatPeriod("2025-12-29", "2026-01-04")).toBe("Dec 29, 2025 – Jan 4, 2026");
    expect(formatTurn({ every: "week", weekday: 5, hour: 17, zone: "UTC" })).toBe("Every Friday at 5 PM");
    expect(rangesOf([1, 2, 3, 7, 9, 10])).toBe("1–3, 7, 9, 10");
  });

  it("file names without characters that systems refuse", () => {
    expect(fileNameOf("Miller roof / back “porch”", "2026-11-16", "2026-11-22")).toBe(
      "Miller-roof-back-porch-report-2026-11-16-to-2026-11-22.pdf",
    );
    expect(fileNameOf("屋根工事", "2026-11-16", "2026-11-16")).toBe("屋根工事-report-2026-11-16.pdf");
    expect(fileNameOf("../..", "2026-11-16", "2026-11-16")).toBe("Job-report-2026-11-16.pdf");
  });
});
