import { describe, expect, it } from "vitest";
import { federalHolidays } from "#platform/time/holidays.ts";
import { type Calendar, type Hours, nextOpen, type Span } from "#platform/time/hours.ts";

const daily = (span: Span): Hours => ({ week: [span, span, span, span, span, span, span] });
const inZone = (zone: string, hours: Hours): Calendar => ({ zones: [{ zone, hours }] });

describe("nextOpen", () => {
  it("applies each zone's hours in that zone's time", () => {
    // 10 a.m. in Honolulu is 3 or 4 p.m. in New York, which closes at 4: one hour remains while the clocks
    // differ by five.
    const calendar: Calendar = {
      zones: [
        { zone: "Pacific/Honolulu", hours: daily({ opens: 10 * 60, closes: 12 * 60 }) },
        { zone: "America/New_York", hours: daily({ opens: 9 * 60, closes: 16 * 60 }) },
      ],
    };
    expect(nextOpen(Temporal.Instant.from("2026-12-01T00:00:00Z"), calendar)?.toString()).toBe(
      "2026-12-01T20:00:00Z",
    );
    expect(nextOpen(Temporal.Instant.from("2026-12-01T21:00:00Z"), calendar)?.toString()).toBe(
      "2026-12-02T20:00:00Z",
    );
    // Six hours apart in summer: the hours don't overlap until the clocks go back on November 1.
    expect(nextOpen(Temporal.Instant.from("2026-10-30T00:00:00Z"), calendar)?.toString()).toBe(
      "2026-11-01T20:00:00Z",
    );
    expect(nextOpen(Temporal.Instant.from("2026-06-01T00:00:00Z"), calendar)).toBeUndefined();
  });

  it("finds nothing if the hours of two zones never overlap", () => {
    const hours = daily({ opens: 9 * 60, closes: 10 * 60 });
    const calendar: Calendar = {
      zones: [
        { zone: "Europe/Berlin", hours },
        { zone: "Pacific/Honolulu", hours },
      ],
    };
    expect(nextOpen(Temporal.Instant.from("2026-11-20T12:00:00Z"), calendar)).toBeUndefined();
  });

  it("opens hours that start in a missing hour with the first minute after it", () => {
    // 2:00 to 3:00 doesn't exist in Denver on 2026-03-08.
    const night = inZone("America/Denver", daily({ opens: 2 * 60 + 15, closes: 5 * 60 }));
    const spring = nextOpen(Temporal.Instant.from("2026-03-08T08:00:00Z"), night)!;
    expect(spring.toZonedDateTimeISO("America/Denver").toPlainDateTime().toString()).toBe(
      "2026-03-08T03:00:00",
    );
    // Hours that lie within the missing hour don't open at all that day.
    const missing = inZone("America/Denver", daily({ opens: 2 * 60 + 15, closes: 2 * 60 + 45 }));
    expect(nextOpen(Temporal.Instant.from("2026-03-08T08:00:00Z"), missing)?.toString()).toBe(
      "2026-03-09T08:15:00Z",
    );
  });

  it("opens a repeated hour twice", () => {
    // 1:00 to 2:00 happens twice in Denver on 2026-11-01: from 07:00Z and again from 08:00Z.
    const late = inZone("America/Denver", daily({ opens: 90, closes: 120 }));
    expect(nextOpen(Temporal.Instant.from("2026-11-01T07:00:00Z"), late)?.toString()).toBe(
      "2026-11-01T07:30:00Z",
    );
    expect(nextOpen(Temporal.Instant.from("2026-11-01T08:10:00Z"), late)?.toString()).toBe(
      "2026-11-01T08:30:00Z",
    );
    // Hours open again in the second pass.
    const early = inZone("America/Denver", daily({ opens: 60, closes: 75 }));
    expect(nextOpen(Temporal.Instant.from("2026-11-01T07:20:00Z"), early)?.toString()).toBe(
      "2026-11-01T08:00:00Z",
    );
  });

  it("rejects an unknown zone", () => {
    const nowhere = inZone("Mars/Olympus", daily({ opens: 0, closes: 60 }));
    expect(() => nextOpen(Temporal.Instant.from("2026-11-01T07:00:00Z"), nowhere)).toThrow(RangeError);
  });
});

describe("federal holidays", () => {
  it.each([
    [
      2026,
      "2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25",
    ],
    // New Year's Day 2028 is a Saturday, observed on the last day of 2027.
    [
      2027,
      "2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24 2027-12-31",
    ],
    [
      2028,
      "2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10 2028-11-23 2028-12-25",
    ],
  ])("are on the days observed in %i", (year, days) => {
    expect(federalHolidays(year).join(" ")).toBe(days);
  });
});
