import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { federalHolidays, isFederalHoliday } from "./holidays.ts";
import { type Hours, nextOpen, type Span } from "./hours.ts";

// Zones with unusual changes: by half an hour, at midnight, across the date line, at a quarter past.
const ZONES = [
  "America/Denver",
  "America/New_York",
  "America/Phoenix",
  "America/St_Johns",
  "America/Havana",
  "Africa/Cairo",
  "Pacific/Honolulu",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "UTC",
];
const SECONDS = { min: Date.UTC(2024, 0, 1) / 1000, max: Date.UTC(2029, 0, 1) / 1000 };
const instants = fc.integer(SECONDS).map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000));
const spans = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
  .map(([one, other]): Span => ({ opens: Math.min(one, other - 1), closes: Math.max(one + 1, other) }));
const weeks = fc
  .array(fc.option(spans, { freq: 3 }), { minLength: 7, maxLength: 7 })
  .filter((week) => week.some(Boolean)) as unknown as fc.Arbitrary<Hours["week"]>;
const hours = fc
  .record({ week: weeks, isClosed: fc.constantFrom(undefined, isFederalHoliday) })
  .map(({ week, isClosed }): Hours => ({ week, ...(isClosed && { isClosed }) }));

const isOpen = (at: Temporal.Instant, { week, isClosed }: Hours, zone: string) => {
  const local = at.toZonedDateTimeISO(zone);
  const span = week[local.dayOfWeek - 1];
  const minute = local.hour * 60 + local.minute;
  return Boolean(span && minute >= span.opens && minute < span.closes && !isClosed?.(local.toPlainDate()));
};

describe("nextOpen", () => {
  it("lands in open hours, never earlier than asked, and stays put where it is open", () => {
    fc.assert(
      fc.property(instants, hours, fc.constantFrom(...ZONES), (at, open, zone) => {
        const next = nextOpen(at, open, [zone]);
        // A day that the date line or a change took away can leave a week closed, never two months.
        expect(next).toBeDefined();
        expect(isOpen(next!, open, zone)).toBe(true);
        expect(Temporal.Instant.compare(next!, at)).toBeGreaterThanOrEqual(0);
        expect(nextOpen(next!, open, [zone])!.equals(next!)).toBe(true);
        if (isOpen(at, open, zone)) expect(next!.equals(at)).toBe(true);
      }),
      { numRuns: 4000 },
    );
  });

  it("takes the first: no minute between is open", () => {
    const short: Hours = {
      week: [{ opens: 60, closes: 150 }, null, null, null, null, { opens: 90, closes: 180 }, { opens: 90, closes: 130 }],
    };
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (at, zone) => {
        const next = nextOpen(at, short, [zone])!;
        const minutes = Math.min(at.until(next).total("minutes"), 7 * 24 * 60);
        for (let minute = 0; minute < Math.ceil(minutes) - 1; minute += 7)
          expect(isOpen(at.add({ minutes: minute }), short, zone), `${at.toString()} ${zone}`).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it("is open in every zone that may be theirs", () => {
    const texts: Hours = { week: Array.from({ length: 7 }, () => ({ opens: 8 * 60, closes: 21 * 60 })) as unknown as Hours["week"] };
    const both = ["America/New_York", "Pacific/Honolulu"];
    fc.assert(
      fc.property(instants, (at) => {
        const next = nextOpen(at, texts, both)!;
        for (const zone of both) expect(isOpen(next, texts, zone)).toBe(true);
        expect(at.until(next).total("hours")).toBeLessThan(24);
      }),
      { numRuns: 2000 },
    );
  });

  it("finds nothing where the hours of two zones never meet", () => {
    const hour: Span = { opens: 9 * 60, closes: 10 * 60 };
    const at = Temporal.Instant.from("2026-11-20T12:00:00Z");
    expect(nextOpen(at, { week: [hour, hour, hour, hour, hour, hour, hour] }, ["Europe/Berlin", "Pacific/Honolulu"])).toBeUndefined();
  });

  it("opens an hour that a clock change leaves out when the clock is past it, and one that comes twice only onwards", () => {
    const night: Span = { opens: 2 * 60 + 15, closes: 5 * 60 };
    const week: Hours["week"] = [night, night, night, night, night, night, night];
    // 2:00 to 3:00 does not exist in Denver on 2026-03-08.
    const spring = nextOpen(Temporal.Instant.from("2026-03-08T08:00:00Z"), { week }, ["America/Denver"])!;
    expect(spring.toZonedDateTimeISO("America/Denver").toPlainDateTime().toString()).toBe("2026-03-08T03:15:00");
    // 1:00 to 2:00 comes twice there on 2026-11-01.
    const early: Span = { opens: 90, closes: 120 };
    const fall = nextOpen(Temporal.Instant.from("2026-11-01T08:10:00Z"), { week: [early, early, early, early, early, early, early] }, [
      "America/Denver",
    ])!;
    expect(fall.toString()).toBe("2026-11-01T08:30:00Z");
  });
});

describe("federal holidays", () => {
  it.each([
    [2026, "2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25"],
    // New Year's Day of 2028 is a Saturday: it is kept on the last day of 2027.
    [
      2027,
      "2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24 2027-12-31",
    ],
    [2028, "2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10 2028-11-23 2028-12-25"],
  ])("of %i are on the days on which they are kept", (year, days) => {
    expect(federalHolidays(year).join(" ")).toBe(days);
  });
});
