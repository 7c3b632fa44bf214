import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countDays,
  type DayCase,
  describeDays,
  expectDays,
  logYearOf,
  MOST_DAYS,
  type Spell,
} from "./days.ts";

const away = (from: string, to: string | null, expectedTo: string | null = null): Spell => ({
  ...{ kind: "away", from, to, expectedTo },
});
const restricted = (from: string, to: string | null, expectedTo: string | null = null): Spell => ({
  ...{ kind: "restricted", from, to, expectedTo },
});
const caseOf = (incidentOn: string, spells: readonly Spell[], more: Partial<DayCase> = {}): DayCase => ({
  ...{ incidentOn, spells, left: null, permanentFrom: null },
  ...more,
});
const plain = { isCapped: false, isRunning: false, isEstimated: false, needsEstimate: false };

describe("days by the calendar", () => {
  it("start after the day of the injury, on February 29 too", () => {
    const days = countDays(caseOf("2028-02-29", [away("2028-02-29", "2028-03-02")]), "2028-04-01");
    expect(days).toEqual({ away: 2, restricted: 0, ...plain });
  });

  it("of spells that alternate are counted by kind", () => {
    const spells = [
      ...[away("2026-03-03", "2026-03-06"), restricted("2026-03-07", "2026-03-10")],
      ...[away("2026-03-15", "2026-03-15"), restricted("2026-03-16", "2026-03-20")],
    ];
    expect(countDays(caseOf("2026-03-02", spells), "2026-12-31")).toEqual({
      away: 5,
      restricted: 9,
      ...plain,
    });
  });

  it("that are in two spells count once, as days away", () => {
    const spells = [restricted("2026-03-03", "2026-03-10"), away("2026-03-05", "2026-03-06")];
    expect(countDays(caseOf("2026-03-02", spells), "2026-12-31")).toMatchObject({ away: 2, restricted: 6 });
    expect(countDays(caseOf("2026-03-02", spells.toReversed()), "2026-12-31")).toMatchObject({ away: 2 });
  });

  it("run until they are closed", () => {
    const of = caseOf("2026-03-02", [away("2026-03-03", null)]);
    expect(countDays(of, "2026-03-03")).toMatchObject({ away: 1, isRunning: true, needsEstimate: true });
    expect(countDays(of, "2026-03-12")).toMatchObject({ away: 10, isRunning: true });
  });

  it("are 180 at most, both kinds together, the first ones", () => {
    const of = caseOf("2026-01-05", [away("2026-01-06", "2026-04-05"), restricted("2026-04-06", null)]);
    expect(countDays(of, "2026-07-04")).toMatchObject({ away: 90, restricted: 90, isCapped: false });
    expect(countDays(of, "2027-07-04")).toMatchObject({ away: 90, restricted: 90, isCapped: true });
  });
});

describe("expected days", () => {
  it("are in the log, and are replaced by what happened", () => {
    const running = caseOf("2026-03-02", [away("2026-03-03", null, "2026-03-31")]);
    expect(expectDays(running, "2026-03-10")).toMatchObject({
      away: 29,
      isEstimated: true,
      needsEstimate: false,
    });
    // Still out after the expected day.
    expect(expectDays(running, "2026-04-05")).toMatchObject({
      away: 34,
      isEstimated: false,
      needsEstimate: true,
    });
    const closed = caseOf("2026-03-02", [away("2026-03-03", "2026-03-07", "2026-03-31")]);
    expect(expectDays(closed, "2026-04-05")).toEqual({ away: 5, restricted: 0, ...plain });
  });

  it("are needed when somebody left because of the injury, and not for another reason", () => {
    const spells = [away("2026-03-03", null)];
    const hurt = caseOf("2026-03-02", spells, { left: { on: "2026-03-10", because: "injury" } });
    expect(expectDays(hurt, "2026-03-20")).toMatchObject({ away: 18, needsEstimate: true });
    // The estimate is the count. It doesn’t run on after the expected day: nobody can know.
    const estimated = { ...hurt, spells: [away("2026-03-03", null, "2026-03-31")] };
    expect(expectDays(estimated, "2026-03-20")).toEqual({
      ...plain,
      away: 29,
      restricted: 0,
      isEstimated: true,
    });
    expect(expectDays(estimated, "2026-05-20")).toEqual({ away: 29, restricted: 0, ...plain });
    expect(countDays(estimated, "2026-03-20")).toMatchObject({ away: 18, isRunning: true });
    expect(countDays(estimated, "2026-05-20")).toMatchObject({ away: 29, isRunning: false });
    // One from before they left says nothing of what follows.
    const old = { ...hurt, spells: [away("2026-03-03", null, "2026-03-08")] };
    expect(expectDays(old, "2026-03-20")).toMatchObject({ away: 18, needsEstimate: true });
    const retired = caseOf("2026-03-02", spells, { left: { on: "2026-03-10", because: "other" } });
    expect(expectDays(retired, "2026-03-20")).toEqual({ away: 7, restricted: 0, ...plain });
  });
});

it("a job that was changed for good ends the restricted days, but one counts", () => {
  const spells = [away("2026-03-03", "2026-03-09"), restricted("2026-03-10", null)];
  const changed = (permanentFrom: string) => caseOf("2026-03-02", spells, { permanentFrom });
  expect(countDays(changed("2026-03-15"), "2026-05-01")).toEqual({ away: 7, restricted: 5, ...plain });
  expect(countDays(changed("2026-03-10"), "2026-05-01")).toEqual({ away: 7, restricted: 1, ...plain });
});

it("are described, and recorded in the year of the injury", () => {
  const of = (days: Partial<ReturnType<typeof countDays>>) =>
    describeDays({ ...plain, ...{ away: 0, restricted: 0 }, ...days });
  expect(of({})).toBe("0 days away");
  expect(of({ away: 1, restricted: 2 })).toBe("1 day away and 2 restricted days");
  expect(of({ restricted: 1 })).toBe("1 restricted day");
  expect(of({ away: 180, isCapped: true })).toBe("180 days away (180 is the most that OSHA counts)");
  expect(logYearOf({ incidentOn: "2026-12-31" })).toBe(2026);
});

const day = fc
  .integer({ min: 0, max: 900 })
  .map((days) => Temporal.PlainDate.from("2027-12-15").add({ days }).toString());
const maybe = fc.option(day, { nil: null });
const anyCase: fc.Arbitrary<DayCase> = fc.record({
  incidentOn: day,
  spells: fc.array(
    fc.record({ kind: fc.constantFrom("away", "restricted"), from: day, to: maybe, expectedTo: maybe }),
    { maxLength: 5 },
  ),
  left: fc.option(fc.record({ on: day, because: fc.constantFrom("injury", "other") }), { nil: null }),
  permanentFrom: maybe,
});

it("never exceed 180, never shrink as time passes, and are within the expected ones", () => {
  fc.assert(
    fc.property(anyCase, day, fc.integer({ min: 0, max: 100 }), (of, asOf, days) => {
      const now = countDays(of, asOf);
      const later = countDays(of, Temporal.PlainDate.from(asOf).add({ days }).toString());
      const expected = expectDays(of, asOf);
      const total = ({ away: one, restricted: other }: typeof now) => one + other;
      expect(Math.max(total(now), total(later), total(expected))).toBeLessThanOrEqual(MOST_DAYS);
      expect(total(later)).toBeGreaterThanOrEqual(total(now));
      expect(total(expected)).toBeGreaterThanOrEqual(total(now));
      expect(Math.min(now.away, now.restricted)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 500 },
  );
});
