import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarOf } from "#platform/time/working-hours.ts";
import { dueAfter, openFor, planAgain, planSteps, type Step } from "./planner.ts";

const ZONES = [
  "America/Denver",
  "America/New_York",
  "Pacific/Honolulu",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "America/Phoenix",
  "UTC",
];
const instants = fc
  .integer({ min: Date.UTC(2025, 0, 1) / 1000, max: Date.UTC(2029, 0, 1) / 1000 })
  .map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000));
const zones = fc.constantFrom(...ZONES);
const gift: Step = { kind: "gift", subject: "s", body: "b" };
const mail = (amount: number, unit: "minutes" | "hours" | "days"): Step => ({
  kind: "mail",
  delay: { amount, unit },
  subject: "s",
  body: "b",
});
const local = (at: Temporal.Instant, zone: string) =>
  at.toZonedDateTimeISO(zone).toPlainDateTime().toString();

describe("planSteps", () => {
  it("sends the gift right away, and each email in working hours, at least its days after the one before", () => {
    const sequences = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(instants, zones, sequences, (start, zone, waits) => {
        const [first, ...plan] = planSteps(
          [gift, ...waits.map((days) => mail(days, "days"))],
          start,
          calendarOf({ zone }),
        );
        expect(first!.equals(start)).toBe(true);
        let before = start;
        for (const [at, days] of plan.map((due, n) => [due, waits[n]!] as const)) {
          const due = at.toZonedDateTimeISO(zone);
          expect(due.hour).toBeGreaterThanOrEqual(9);
          expect(due.hour).toBeLessThan(17);
          expect(due.dayOfWeek).toBeLessThanOrEqual(5);
          const apart = before.toZonedDateTimeISO(zone).toPlainDate().until(due.toPlainDate()).total("days");
          expect(apart).toBeGreaterThanOrEqual(days);
          // A weekend with a holiday on either side, and an evening that moves to the next day.
          expect(apart).toBeLessThanOrEqual(days + 5);
          before = at;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("counts calendar days across a clock change, and keeps the wall clock time", () => {
    // Clocks go back in Denver on Sunday 2026-11-01: from Friday 10:30 MDT to Monday 10:30 MST it is 73
    // hours.
    const friday = Temporal.ZonedDateTime.from("2026-10-30T10:30[America/Denver]").toInstant();
    const due = dueAfter(mail(3, "days"), friday, calendarOf({ zone: "America/Denver" }));
    expect(local(due, "America/Denver")).toBe("2026-11-02T10:30:00");
    expect(due.since(friday).total("hours")).toBe(73);
  });

  it("counts minutes and hours exactly", () => {
    fc.assert(
      fc.property(instants, zones, fc.integer({ min: 1, max: 200 }), (at, zone, amount) => {
        expect(dueAfter(mail(amount, "hours"), at, calendarOf({ zone })).since(at).total("hours")).toBe(
          amount,
        );
      }),
    );
  });

  it("moves a weekend to Monday morning and, if observed, Thanksgiving to Friday", () => {
    const thursday = Temporal.Instant.from("2026-11-19T15:00:00Z");
    expect(
      local(dueAfter(mail(2, "days"), thursday, calendarOf({ zone: "America/Denver" })), "America/Denver"),
    ).toBe("2026-11-23T09:00:00");
    const tuesday = Temporal.Instant.from("2026-11-24T15:00:00Z");
    expect(
      local(dueAfter(mail(2, "days"), tuesday, calendarOf({ zone: "America/Denver" })), "America/Denver"),
    ).toBe("2026-11-27T09:00:00");
    expect(
      local(dueAfter(mail(2, "days"), tuesday, calendarOf({ zone: "Europe/Berlin" })), "Europe/Berlin"),
    ).toBe("2026-11-26T16:00:00");
  });

  it("counts calendar weeks and months, to the end of a shorter month", () => {
    const calendar = calendarOf({ zone: "America/Denver" });
    const start = Temporal.ZonedDateTime.from("2027-01-29T10:30[America/Denver]").toInstant();
    const wait = (amount: number, unit: "weeks" | "months"): Step => ({
      kind: "wait",
      delay: { amount, unit },
    });
    expect(local(dueAfter(wait(1, "months"), start, calendar), "America/Denver")).toBe("2027-02-28T10:30:00");
    // Across the night in March that is an hour shorter.
    expect(local(dueAfter(wait(8, "weeks"), start, calendar), "America/Denver")).toBe("2027-03-26T10:30:00");
    const monthly: Step = { kind: "mail", delay: { amount: 1, unit: "months" }, subject: "s", body: "b" };
    expect(local(dueAfter(monthly, start, calendar), "America/Denver")).toBe("2027-03-01T09:00:00");
  });

  it("plans calls in working hours whatever the delay, waits and conditions at any hour", () => {
    const calendar = calendarOf({ zone: "America/Denver" });
    const evening = Temporal.ZonedDateTime.from("2026-11-20T18:00[America/Denver]").toInstant();
    const steps: Step[] = [
      { kind: "wait", delay: { amount: 90, unit: "minutes" } },
      { kind: "condition", if: { what: "clicked" }, otherwise: { skip: 1 } },
      { kind: "call", delay: { amount: 5, unit: "minutes" }, say: "x" },
      { kind: "wait", delay: { amount: 1, unit: "days" } },
    ];
    expect(planSteps(steps, evening, calendar).map((due) => local(due, "America/Denver"))).toEqual([
      "2026-11-20T19:30:00",
      "2026-11-20T19:30:00",
      "2026-11-23T09:00:00",
      "2026-11-24T09:00:00",
    ]);
  });

  it("uses UTC for a business without a zone", () => {
    expect(calendarOf({ zone: null }).zones.map(({ zone }) => zone)).toEqual(["UTC"]);
  });
});

describe("planAgain", () => {
  const steps = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });

  it("never moves a step earlier, into the past, out of working hours or closer to the one before", () => {
    fc.assert(
      fc.property(instants, zones, steps, fc.integer({ min: -30, max: 60 }), (start, zone, days, later) => {
        const calendar = calendarOf({ zone });
        const planned = days.map((amount) => mail(amount, "days"));
        const due = planSteps(planned, start, calendar);
        const now = due[0]!.add({ hours: 24 * later });
        const again = planAgain(
          planned.map((step, at) => ({ step, due: due[at]! })),
          now,
          calendar,
        );
        for (const [at, moment] of again.entries()) {
          expect(Temporal.Instant.compare(moment, due[at]!)).toBeGreaterThanOrEqual(0);
          expect(Temporal.Instant.compare(moment, now)).toBeGreaterThanOrEqual(0);
          expect(openFor(planned[at]!, moment, calendar).equals(moment)).toBe(true);
          if (at > 0)
            expect(
              Temporal.Instant.compare(moment, dueAfter(planned[at]!, again[at - 1]!, calendar)),
            ).toBeGreaterThanOrEqual(0);
        }
        if (later <= 0) expect(again.map(String)).toEqual(due.map(String));
      }),
    );
  });
});
