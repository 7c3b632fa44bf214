import { describe, expect, it } from "vitest";
import { asCertified, type CountedCase, differInDaysOnly, openDaysOf } from "./open-cases.ts";
import { totalsOf } from "./summary.ts";

const caseOf = (id: string, more: Partial<CountedCase> = {}): CountedCase => ({
  ...{ id, number: `INC-2026-00${id}`, date: "2026-12-20", outcome: "days away", type: 1, name: "Ana Paz" },
  ...{ title: "Roofer", where: "Yard", what: "Cut", isPrivate: false, isRunning: true },
  ...{ daysAway: 10, daysRestricted: 2 },
  ...more,
});

describe("the days of open cases", () => {
  it("stay as they were certified while the case is open, and are the real ones once it is closed", () => {
    const open = openDaysOf([caseOf("1"), caseOf("2", { isRunning: false })]);
    expect(open).toEqual({ 1: { daysAway: 10, daysRestricted: 2 } });
    const later = [caseOf("1", { daysAway: 40 }), caseOf("2", { daysAway: 41, isRunning: false })];
    expect(asCertified(later, open).map(({ daysAway }) => daysAway)).toEqual([10, 41]);
    const closed = [caseOf("1", { daysAway: 40, isRunning: false })];
    expect(asCertified(closed, open)[0]?.daysAway).toBe(40);
    // A case that wasn’t there has its own.
    expect(asCertified([caseOf("3", { daysAway: 7 })], open)[0]?.daysAway).toBe(7);
  });

  it("are told apart from other changes of form 300A", () => {
    const totals = (...cases: CountedCase[]) => totalsOf(2026, cases);
    const before = totals(caseOf("1"));
    expect(differInDaysOnly(before, totals(caseOf("1", { daysAway: 40 })))).toBe(true);
    expect(differInDaysOnly(before, totals(caseOf("1"), caseOf("2")))).toBe(false);
    expect(differInDaysOnly(before, totals(caseOf("1", { type: 2 })))).toBe(false);
    expect(differInDaysOnly(before, totals(caseOf("1", { outcome: "restricted" })))).toBe(false);
  });
});
