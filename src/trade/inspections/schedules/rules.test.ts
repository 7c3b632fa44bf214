import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueId } from "../rules/ids.ts";
import {
  countsFor,
  describeRhythm,
  dueDays,
  dueOfRun,
  firstDayOf,
  isDueOn,
  moveSets,
  nextDue,
  openDueDays,
  refuseSchedule,
  type Rhythm,
  scheduleOf,
} from "./rules.ts";

const date = (day: string) => Temporal.PlainDate.from(day);
const schedule = (rhythm: Partial<Rhythm> | null, over: Record<string, unknown> = {}) =>
  scheduleOf({
    ...{ title: "Crane check", list: "crane", from: "2026-11-23" },
    rhythm: rhythm && { every: 1, unit: "day", weekdays: [], ...rhythm },
    ...over,
  });
/** From Monday, November 23 to Sunday, December 6. */
const days = (of: ReturnType<typeof schedule>) =>
  dueDays(of, date("2026-12-06"), 13).map((day) => Number(day.slice(-2)));

describe("a schedule", () => {
  it.each([
    ["every day", {}, [23, 24, 25, 26, 27, 28, 29, 30, 1, 2, 3, 4, 5, 6], "Every day"],
    ["every third day", { every: 3 }, [23, 26, 29, 2, 5], "Every 3 days"],
    ["on its weekday", { unit: "week" }, [23, 30], "Every week on Monday"],
    [
      "on weekdays",
      { unit: "week", weekdays: [1, 2, 3, 4, 5] },
      [23, 24, 25, 26, 27, 30, 1, 2, 3, 4],
      "Monday to Friday",
    ],
    [
      "every day of the week",
      { unit: "week", weekdays: [1, 2, 3, 4, 5, 6, 7] },
      [23, 24, 25, 26, 27, 28, 29, 30, 1, 2, 3, 4, 5, 6],
      "Every day",
    ],
    // Weeks begin on Sunday: the 29th is in the second week, and the 6th in the third.
    [
      "every second week",
      { unit: "week", every: 2, weekdays: [1, 7] },
      [23, 6],
      "Every 2 weeks on Monday and Sunday",
    ],
    ["each month", { unit: "month" }, [23], "Every month on the 23rd"],
  ] as const)("is due %s", (_, rhythm, expected, words) => {
    expect(days(schedule(rhythm))).toEqual(expected);
    expect(describeRhythm(schedule(rhythm))).toBe(words);
  });

  it("that moved isn’t due anymore, and on its next job from the day that isn’t done", () => {
    const values = { title: "Crane check", list: "crane", from: "2026-11-16", paused: true, movedTo: null };
    const today = date("2026-11-23");
    const next = (isDone: boolean) =>
      scheduleOf({ ...moveSets(values, today, isDone), rhythm: { every: 2, unit: "day", weekdays: [] } });
    expect(next(false)).toMatchObject({ from: "2026-11-16", since: "2026-11-23", isPaused: false });
    expect(next(true).since).toBe("2026-11-24");
    // The rhythm goes on as it was.
    expect(dueDays(next(true), date("2026-11-26"), 3)).toEqual(["2026-11-24", "2026-11-26"]);
    expect(firstDayOf(next(true), "2026-11-23")).toBe("2026-11-24");
    expect(firstDayOf(next(false), "2026-11-25")).toBe("2026-11-25");
    const moved = scheduleOf({ ...values, paused: false, movedTo: { job: "b", schedule: "c" } });
    expect(
      openDueDays({ ...next(false), movedTo: moved.movedTo }, { today, since: "" }, () => false),
    ).toEqual([]);
    for (const wild of [{}, "b", { job: 1, schedule: "c" }])
      expect(scheduleOf({ movedTo: wild }).movedTo).toBeNull();
  });

  it("that began on the 31st is due on the last day of a shorter month", () => {
    const monthly = schedule({ unit: "month" }, { from: "2026-08-31" });
    const found = ["2026-09-30", "2026-10-30", "2026-10-31", "2027-02-28"];
    expect(found.filter((day) => isDueOn(monthly, date(day)))).toEqual([
      "2026-09-30",
      "2026-10-31",
      "2027-02-28",
    ]);
    const quarterly = schedule({ unit: "month", every: 3 }, { from: "2026-08-31" });
    expect(nextDue(quarterly, date("2026-09-01"))).toBe("2026-11-30");
  });

  it("is due from its first day to its last, and without a rhythm never", () => {
    expect(days(schedule({}, { from: "2026-11-25", to: "2026-11-27" }))).toEqual([25, 26, 27]);
    expect(nextDue(schedule({}, { to: "2026-11-27" }), date("2026-11-28"))).toBeNull();
    expect(days(schedule(null))).toEqual([]);
    expect(nextDue(schedule({}, { from: "2030-01-01" }), date("2026-11-28"))).toBe("2030-01-01");
  });

  it("counts for the last day it was due, or for today", () => {
    const weekly = schedule({ unit: "week" });
    const wednesday = date("2026-11-25");
    expect(countsFor(weekly, wednesday, () => false)).toBe("2026-11-23");
    expect(countsFor(weekly, wednesday, (on) => on === "2026-11-23")).toBe("2026-11-25");
    expect(countsFor(schedule(null), wednesday, () => false)).toBe("2026-11-25");
    // A month later nobody makes up for it.
    expect(countsFor(schedule({ unit: "month" }), date("2026-12-20"), () => false)).toBe("2026-12-20");
  });

  it("is the same day on every device, and another one for another schedule", () => {
    const one = { schedule: "a", on: "2026-11-23" };
    expect(dueId(one)).toBe(dueId({ ...one }));
    expect(dueId(one)).not.toBe(dueId({ ...one, schedule: "b" }));
    expect(dueOfRun({ due: one })).toEqual(one);
    for (const broken of [null, 3, {}, { schedule: "a" }, { schedule: "a", on: "Monday" }])
      expect(dueOfRun({ due: broken })).toBeNull();
  });

  it("is refused without a list or a first day, and with its end before its beginning", () => {
    const sets = { title: "Crane", list: "crane", from: "2026-11-23" };
    const rhythm = { every: 1, unit: "day" };
    expect(refuseSchedule(sets)).toBeNull();
    expect(refuseSchedule({ ...sets, list: "" })).toBe("Choose a list.");
    expect(refuseSchedule({ ...sets, rhythm, from: null })).toBe("Choose the first day.");
    expect(refuseSchedule({ ...sets, rhythm, to: "2026-11-22" })).toBe("The last day is before the first.");
  });

  it("survives whatever a device wrote, and finds each next day that it is due on", () => {
    fc.assert(
      fc.property(
        fc.record({
          rhythm: fc.oneof(
            fc.anything(),
            fc.record({
              every: fc.integer({ min: -1, max: 40 }),
              unit: fc.constantFrom("day", "week", "month", "year"),
              weekdays: fc.array(fc.integer({ min: 0, max: 8 })),
            }),
          ),
          from: fc.oneof(fc.anything(), fc.constantFrom("2026-01-31", "2026-11-23")),
          by: fc.anything(),
        }),
        (values) => {
          const read = scheduleOf(values);
          expect(describeRhythm(read)).not.toBe("");
          expect(read.by).toBeGreaterThanOrEqual(6);
          expect(read.by).toBeLessThan(20);
          const today = date("2026-11-25");
          const next = nextDue(read, today);
          if (next === null) return;
          expect(isDueOn(read, date(next))).toBe(true);
          expect(dueDays(read, date(next), 30).filter((day) => day >= today.toString())).toEqual(
            date(next).since(today).days <= 30 ? [next] : expect.anything(),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
