import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { federalHolidays } from "#platform/time/holidays.ts";
import { isBusinessDay, lastDayToCancel } from "./business-days.ts";
import { daysToCancel } from "./document.ts";

const on = (day: string) => Temporal.PlainDate.from(day);

describe("business days", () => {
  // As observed: 5 U.S.C. 6103; to 2030 as published by the Office of Personnel Management.
  it.each<[number, string]>([
    [2024, "01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25"],
    [2025, "01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25"],
    [2026, "01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25"],
    [2027, "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31"],
    [2028, "01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25"],
    [2029, "01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25"],
    [2030, "01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25"],
    [2031, "01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25"],
    [2032, "01-01 01-19 02-16 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31"],
    [2033, "01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26"],
    [2034, "01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25"],
    [2035, "01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25"],
  ])("have the federal holidays of %i", (year, days) => {
    expect(
      federalHolidays(year)
        .map((day) => day.toString().slice(5))
        .toSorted(),
    ).toEqual(days.split(" "));
    for (const day of days.split(" ")) expect(isBusinessDay(on(`${year}-${day}`)), day).toBe(false);
  });
  it.each([
    // A plain week, from a Monday: Saturday counts, Sunday doesn't.
    ["2026-11-30", 3, "2026-12-03"],
    ["2026-12-03", 3, "2026-12-07"],
    ["2026-12-04", 3, "2026-12-08"],
    ["2026-12-05", 3, "2026-12-09"],
    ["2026-12-06", 3, "2026-12-09"],
    // Thanksgiving, and the Friday after it, which is no holiday.
    ["2026-11-25", 3, "2026-11-30"],
    // July 4, 2026 is a Saturday, observed on Friday: neither counts.
    ["2026-07-02", 3, "2026-07-08"],
    // Christmas Day 2027 is a Saturday; New Year's Day 2028 is observed on December 31, 2027.
    ["2027-12-23", 3, "2027-12-29"],
    ["2027-12-30", 3, "2028-01-05"],
    // Juneteenth isn't in the rule's examples, but it's a federal holiday.
    ["2026-06-18", 3, "2026-06-23"],
    ["2026-11-30", 5, "2026-12-05"],
  ])("from %s, %i of them end on %s", (sale, count, last) => {
    expect(lastDayToCancel(on(sale), count).toString()).toBe(last);
  });
  it("are counted as the rule says, for any day", () => {
    const start = on("2024-01-01");
    fc.assert(
      fc.property(fc.nat(4382), fc.constantFrom(3, 5), (days, count) => {
        const sale = start.add({ days });
        const last = lastDayToCancel(sale, count);
        expect(isBusinessDay(last)).toBe(true);
        const between = Array.from({ length: sale.until(last).days }, (_, at) => sale.add({ days: at + 1 }));
        expect(between.filter(isBusinessDay)).toHaveLength(count);
        expect(between.filter(({ dayOfWeek }) => dayOfWeek === 7).some(isBusinessDay)).toBe(false);
        // A later sale never ends earlier.
        expect(Temporal.PlainDate.compare(lastDayToCancel(sale.add({ days: 1 }), count), last)).not.toBe(-1);
      }),
    );
  });
});

describe("whose age counts", () => {
  it.each([
    ["CA", true, 5],
    ["CA", false, 3],
    ["NV", true, 3],
    [null, true, 3],
  ] as const)("in %s, 65 or older: %s", (state, isSenior, days) => {
    expect(daysToCancel({ state, isSenior })).toBe(days);
  });
});
