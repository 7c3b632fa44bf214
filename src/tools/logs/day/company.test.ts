import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guestCompanyOf, guestLabel } from "./company.ts";
import { reportPath } from "../paper/report-path.ts";
import { parseTypedNumber } from "#trade/fieldwork/public.ts";

const day = (date: string, companyName: string | null, company = "sub") => ({ date, company, companyName });

describe("a guest's company", () => {
  const days = [
    day("2026-11-18", "Ray’s Electric"),
    day("2026-11-19", null),
    day("2026-11-20", "Ray & Sons"),
    day("2026-11-18", "Else", "x"),
  ];

  it("is that of the day, or else of the latest earlier day", () => {
    expect(guestCompanyOf(days, "sub", "2026-11-18")).toBe("Ray’s Electric");
    expect(guestCompanyOf(days, "sub", "2026-11-19")).toBe("Ray’s Electric");
    expect(guestCompanyOf(days, "sub", "2026-12-24")).toBe("Ray & Sons");
  });

  it("falls back to the earliest later day, and is null if no day has one", () => {
    expect(guestCompanyOf(days, "sub", "2026-11-02")).toBe("Ray’s Electric");
    expect(guestCompanyOf(days, "other", "2026-11-20")).toBeNull();
    expect(guestCompanyOf([day("2026-11-20", null)], "sub", "2026-11-20")).toBeNull();
  });

  it("doesn't depend on the order of the days", () => {
    const dates = fc.uniqueArray(fc.integer({ min: 10, max: 28 }), { minLength: 1 });
    fc.assert(
      fc.property(dates, fc.integer({ min: 10, max: 28 }), (on, asked) => {
        const said = on.map((number) => day(`2026-11-${number}`, `Firm ${number}`));
        const expected =
          on.filter((number) => number <= asked).toSorted((a, b) => b - a)[0] ?? Math.min(...on);
        expect(guestCompanyOf(said, "sub", `2026-11-${asked}`)).toBe(`Firm ${expected}`);
        expect(guestCompanyOf(said.toReversed(), "sub", `2026-11-${asked}`)).toBe(`Firm ${expected}`);
      }),
    );
  });

  it("is marked as a guest's", () => {
    expect(guestLabel("Ray’s Electric")).toBe("Ray’s Electric (guest)");
  });
});

it("links to a report with its job, days, and company if given", () => {
  const of = { job: "j", from: "2026-11-16", to: "2026-11-22" };
  expect(reportPath(of)).toBe("/account/reports/new?job=j&shape=log&from=2026-11-16&to=2026-11-22");
  expect(reportPath({ ...of, company: null })).toBe(reportPath(of));
  expect(reportPath({ ...of, company: "g" })).toBe(`${reportPath(of)}&company=g`);
});

it.each<[string, number | null]>([
  ["", null],
  ["  ", null],
  ["7.5", 7.5],
  ["7,5", 7.5],
  [" 12 ", 12],
  [".5", 0.5],
  ["1,200", 1200],
  ["1,200.5", 1200.5],
  ["12,000,000", 12_000_000],
  ["-3", -3],
  ["7:30", Number.NaN],
  ["eight", Number.NaN],
  ["8 h", Number.NaN],
  ["1e3", Number.NaN],
  ["0x10", Number.NaN],
  ["Infinity", Number.NaN],
  ["1,2,3", Number.NaN],
])("parses %j as %s", (typed, number) => {
  expect(parseTypedNumber(typed)).toBe(number);
});
