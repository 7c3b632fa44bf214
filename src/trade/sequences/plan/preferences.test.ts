import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarOf } from "#platform/time/working-hours.ts";
import { openFor, type Step } from "./planner.ts";
import { type Ahead, planPreferred } from "./preferences.ts";

const calendar = calendarOf({ zone: "America/Denver" });
const now = Temporal.Instant.from("2026-11-20T17:00:00Z");
const mail = (days: number): Step => ({
  kind: "mail",
  delay: { amount: days, unit: "days" },
  subject: "s",
  body: "b",
});
const ahead = (enrolmentId: string, step: number, due: string, days = 2): Ahead => ({
  enrolmentId,
  step,
  planned: mail(days),
  due: Temporal.Instant.from(due),
});
const day = (at: Temporal.Instant) => at.toZonedDateTimeISO("America/Denver").toPlainDate().toString();
const plan = (
  list: readonly Ahead[],
  preference: { held?: string; spacing?: Temporal.DurationLike; last?: string } = {},
) =>
  planPreferred(
    list,
    {
      now,
      held: preference.held ? Temporal.Instant.from(preference.held) : null,
      spacing: preference.spacing ?? null,
      last: preference.last ? Temporal.Instant.from(preference.last) : null,
    },
    calendar,
  );

const TWO = [
  ahead("a", 1, "2026-11-23T16:00:00Z"),
  ahead("a", 2, "2026-11-25T16:00:00Z"),
  ahead("a", 3, "2026-12-02T16:00:00Z", 7),
];

describe("planPreferred", () => {
  it("changes nothing without preferences", () => {
    expect(plan(TWO).map(String)).toEqual(TWO.map(({ due }) => String(due)));
  });

  it("moves earlier steps to after a pause, with the same distances", () => {
    // A Wednesday, before its hours open.
    expect(plan(TWO, { held: "2027-03-03T07:00:00Z" }).map(String)).toEqual([
      "2027-03-03T16:00:00Z",
      "2027-03-05T16:00:00Z",
      "2027-03-12T16:00:00Z",
    ]);
  });

  it("applies a distance between emails across sequences, earliest first", () => {
    const other = ahead("b", 1, "2026-11-24T16:00:00Z");
    const due = plan([...TWO, other], { spacing: { weeks: 2 }, last: "2026-11-20T17:00:00Z" });
    expect(due.map(day)).toEqual(["2026-12-04", "2027-01-04", "2027-01-19", "2026-12-18"]);
  });

  it("always plans after the pause, far enough apart, in working hours and in order", () => {
    const list = fc
      .array(
        fc.tuple(
          fc.integer({ min: 0, max: 3 }),
          fc.integer({ min: -5, max: 60 }),
          fc.integer({ min: 1, max: 20 }),
        ),
        { maxLength: 8 },
      )
      .map((rows) =>
        rows
          .map(([sequence, inDays, days], at) => ({
            enrolmentId: String(sequence),
            step: at,
            planned: mail(days),
            due: openFor(mail(days), now.add({ hours: 24 * inDays }), calendar),
          }))
          .toSorted(
            (a, b) => a.enrolmentId.localeCompare(b.enrolmentId) || Temporal.Instant.compare(a.due, b.due),
          ),
      );
    fc.assert(
      fc.property(list, fc.option(fc.integer({ min: 1, max: 300 })), fc.boolean(), (rows, pause, spaced) => {
        const held = pause === null ? null : now.add({ hours: 24 * pause });
        const spacing = spaced ? { weeks: 2 } : null;
        const due = planPreferred(rows, { now, held, spacing, last: spaced ? now : null }, calendar);
        for (const [at, moment] of due.entries()) {
          if (held) expect(Temporal.Instant.compare(moment, held)).toBeGreaterThanOrEqual(0);
          expect(Temporal.Instant.compare(moment, rows[at]!.due)).toBeGreaterThanOrEqual(0);
          const before = rows[at - 1]?.enrolmentId === rows[at]!.enrolmentId ? due[at - 1] : undefined;
          if (before) expect(Temporal.Instant.compare(moment, before)).toBe(1);
        }
        if (!spaced) return;
        const inOrder = [now, ...due.toSorted(Temporal.Instant.compare)];
        for (const [at, moment] of inOrder.entries())
          if (at) expect(inOrder[at - 1]!.until(moment).total("days")).toBeGreaterThan(13.9);
      }),
    );
  });
});
