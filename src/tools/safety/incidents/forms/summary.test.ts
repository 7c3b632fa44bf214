import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CASE_TYPES,
  casesIn,
  countedDays,
  logRows,
  OUTCOMES,
  ratesOf,
  type RecordableCase,
  totalsOf,
  typesIn,
} from "./summary.ts";

const CASE: RecordableCase = {
  ...{ id: "a", number: "INC-2026-001", date: "2026-01-01", outcome: "days away", type: 1 },
  ...{ daysAway: 3, daysRestricted: 2, name: "Maria Lopez", title: "Roofer" },
  ...{ where: "North roof", what: "Cut on the left hand", isPrivate: false },
};

describe("the log", () => {
  it("has the cases of its year by number, and doesn’t name privacy cases", () => {
    const rows = logRows(2026, [
      { ...CASE, id: "c", number: "INC-2026-10", date: "2026-12-31", isPrivate: true },
      { ...CASE, id: "b", number: "INC-2026-9" },
      { ...CASE, id: "d", number: "INC-2026-11", date: "2027-01-01" },
      { ...CASE, id: "e", number: "INC-2026-1", date: "2025-12-31" },
    ]);
    expect(rows.map(({ number, name }) => [number, name])).toEqual([
      ["INC-2026-9", "Maria Lopez"],
      ["INC-2026-10", "Privacy case"],
    ]);
    expect(JSON.stringify(rows[1])).not.toContain("Lopez");
  });

  it("counts the days of the outcome, at most 180 together", () => {
    const days = (outcome: RecordableCase["outcome"], daysAway: number, daysRestricted: number) =>
      Object.values(countedDays({ outcome, daysAway, daysRestricted }));
    expect(days("days away", 3, 2)).toEqual([3, 2]);
    expect(days("days away", 150, 60)).toEqual([150, 30]);
    expect(days("days away", 200, 60)).toEqual([180, 0]);
    expect(days("restricted", 5, 200)).toEqual([null, 180]);
    expect(days("death", 5, 5)).toEqual([null, null]);
    expect(days("other", 5, 5)).toEqual([null, null]);
    expect(days("days away", Number.NaN, -1)).toEqual([0, 0]);
  });
});

describe("the totals", () => {
  it("count outcomes, types and days", () => {
    expect(
      totalsOf(2026, [
        CASE,
        { ...CASE, outcome: "restricted", daysRestricted: 10, type: 5 },
        { ...CASE, outcome: "death", type: 6 },
        { ...CASE, outcome: "other", type: 2, isPrivate: true },
        { ...CASE, date: "2025-01-01" },
      ]),
    ).toEqual({
      ...{ deaths: 1, daysAwayCases: 1, restrictedCases: 1, otherCases: 1, daysAway: 3, daysRestricted: 12 },
      types: { 1: 1, 2: 1, 3: 0, 4: 0, 5: 1, 6: 1 },
    });
  });

  it("agree with one another, whatever the cases", () => {
    const anyCase = fc.record({
      outcome: fc.constantFrom(...OUTCOMES),
      type: fc.constantFrom(...CASE_TYPES),
      daysAway: fc.integer({ min: 0, max: 500 }),
      daysRestricted: fc.integer({ min: 0, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(anyCase), (cases) => {
        const totals = totalsOf(
          2026,
          cases.map((one) => ({ ...CASE, ...one })),
        );
        expect(casesIn(totals)).toBe(cases.length);
        expect(typesIn(totals)).toBe(cases.length);
        expect(totals.daysAway + totals.daysRestricted).toBeLessThanOrEqual(
          180 * (totals.daysAwayCases + totals.restrictedCases),
        );
      }),
    );
  });
});

describe("the rates", () => {
  const totals = totalsOf(2026, [CASE, { ...CASE, outcome: "other" }, { ...CASE, outcome: "death" }]);

  it("are per 100 workers, with their formula", () => {
    expect(ratesOf(totals, 96_000)).toEqual({
      trir: { value: 6.25, formula: "(3 recordable cases × 200,000) ÷ 96,000 hours = 6.25" },
      dart: {
        value: 2.08,
        formula: "(1 case with days away, restriction or transfer × 200,000) ÷ 96,000 hours = 2.08",
      },
    });
    expect(ratesOf(totalsOf(2026, []), 96_000)?.trir.value).toBe(0);
  });

  it("need hours", () => {
    expect([ratesOf(totals, null), ratesOf(totals, 0), ratesOf(totals, Number.NaN)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
