import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayToRemind, isExpected, type LoggedJob, monthCalendar, monthOf } from "./calendar.ts";

const day = (said: string) => Temporal.PlainDate.from(said);
const at = (said: string) => Temporal.Instant.from(said);
const roof: LoggedJob = {
  id: "r",
  name: "Roof",
  status: "active",
  startsOn: "2026-11-04",
  finishesOn: "2026-11-20",
  firstLogged: null,
  lastLogged: null,
};

describe("a month of logs", () => {
  const november = Temporal.PlainYearMonth.from("2026-11");

  it("lists missing logs on weekdays while a job runs, but not for today or later", () => {
    const logged = [
      { job: "r", date: "2026-11-05", waits: true },
      { job: "r", date: "2026-11-08", waits: false },
    ];
    const month = monthCalendar(november, day("2026-11-11"), [roof], logged);
    expect(month.gaps).toEqual([
      { id: "r", name: "Roof", dates: ["2026-11-04", "2026-11-06", "2026-11-09", "2026-11-10"] },
    ]);
    const cells = month.weeks.flat().filter((one) => one !== null);
    expect(cells).toHaveLength(30);
    expect(cells.find(({ date }) => date === "2026-11-05")).toMatchObject({
      logged: 1,
      waiting: 1,
      missing: [],
    });
    expect(cells.find(({ date }) => date === "2026-11-11")).toMatchObject({ isToday: true, missing: [] });
    expect(month).toMatchObject({ title: "November 2026", before: "2026-10", after: null });
  });

  it("offers reports of each whole week with a log and of the month, up to today", () => {
    const on = (...dates: string[]) => dates.map((date) => ({ job: "r", date, waits: false }));
    const periods = (today: string, ...dates: string[]) =>
      monthCalendar(november, day(today), [roof], on(...dates)).periods;
    expect(periods("2026-11-11")).toEqual([]);
    expect(periods("2026-12-24", "2026-11-02", "2026-11-03", "2026-11-30")).toEqual([
      { from: "2026-11-01", to: "2026-11-07" },
      { from: "2026-11-29", to: "2026-12-05" },
      { from: "2026-11-01", to: "2026-11-30" },
    ]);
    expect(periods("2026-11-11", "2026-11-09")).toEqual([
      { from: "2026-11-08", to: "2026-11-11" },
      { from: "2026-11-01", to: "2026-11-11" },
    ]);
  });

  it("expects logs for planned jobs that started, and past the planned completion while a job is logged", () => {
    const datesOf = (over: Partial<LoggedJob>, until = "2026-11-30") =>
      monthCalendar(november, day(until), [{ ...roof, ...over }], []).gaps.flatMap(({ dates }) => dates);
    expect(datesOf({ status: "planned" })[0]).toBe("2026-11-04");
    expect(
      datesOf({ status: "planned", startsOn: "2026-12-01", finishesOn: null, firstLogged: "2026-11-26" }),
    ).toEqual(["2026-11-26", "2026-11-27"]);
    expect(datesOf({ finishesOn: "2026-11-06" }).at(-1)).toBe("2026-11-06");
    expect(
      datesOf({ finishesOn: "2026-11-06", lastLogged: "2026-11-12" }).at(-1),
      "a week after it was last logged",
    ).toBe("2026-11-19");
  });

  it("expects no logs for jobs that are paused, done, or not started", () => {
    const gapsOf = (over: Partial<LoggedJob>) =>
      monthCalendar(november, day("2026-11-30"), [{ ...roof, ...over }], []).gaps;
    expect(gapsOf({})).toHaveLength(1);
    for (const status of ["paused", "done", "canceled"]) expect(gapsOf({ status })).toEqual([]);
    expect(gapsOf({ startsOn: null })).toEqual([]);
    expect(gapsOf({ startsOn: null, firstLogged: "2026-11-19" })).toEqual([
      { id: "r", name: "Roof", dates: ["2026-11-19", "2026-11-20"] },
    ]);
  });

  it("has each day of the month once, under its weekday", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 2100 }), fc.integer({ min: 1, max: 12 }), (year, number) => {
        const month = Temporal.PlainYearMonth.from({ year, month: number });
        const { weeks } = monthCalendar(month, day("2026-11-11"), [], []);
        const dates = weeks.flat().flatMap((one) => one?.date ?? []);
        expect(dates).toHaveLength(month.daysInMonth);
        for (const week of weeks)
          for (const [column, one] of week.entries())
            if (one) expect(day(one.date).dayOfWeek % 7).toBe(column);
      }),
    );
  });

  it("is the current month if the address is invalid", () => {
    const today = day("2026-11-11");
    for (const said of [null, "", "2026-13", "x", "2027-01", "0001-01"])
      expect(monthOf(said, today).toString()).toBe("2026-11");
    expect(monthOf("2026-02", today).toString()).toBe("2026-02");
  });

  it("includes the last day of a job, but no days outside or on weekends", () => {
    expect(isExpected(roof, day("2026-11-20"))).toBe(true);
    for (const off of ["2026-11-03", "2026-11-21", "2026-11-07", "2026-11-23"])
      expect(isExpected(roof, day(off)), off).toBe(false);
  });
});

describe("a reminder", () => {
  const zone = "America/Denver";

  it("is due on weekdays at its hour in the job's time zone, and shortly after", () => {
    expect(dayToRemind(at("2026-11-20T22:59:00Z"), zone, 16)).toBeNull();
    expect(dayToRemind(at("2026-11-20T23:00:00Z"), zone, 16)).toBe("2026-11-20");
    expect(dayToRemind(at("2026-11-21T01:59:00Z"), zone, 16)).toBe("2026-11-20");
    expect(dayToRemind(at("2026-11-21T02:00:00Z"), zone, 16)).toBeNull();
    expect(dayToRemind(at("2026-11-21T23:00:00Z"), zone, 16), "a Saturday").toBeNull();
    expect(dayToRemind(at("2026-11-21T07:30:00Z"), zone, 23), "after midnight, of the day before").toBe(
      "2026-11-20",
    );
  });

  it("is due once when clocks change", () => {
    // November 1, 2026, is a Sunday in Denver; Cairo changes on a Friday, Santiago on a Saturday.
    const cairo = "Africa/Cairo";
    expect(dayToRemind(at("2026-04-23T22:00:00Z"), cairo, 0), "midnight is skipped: it is 1 AM").toBe(
      "2026-04-24",
    );
    for (const [moment, hour, its] of [
      ["2026-10-29T20:00:00Z", 23, "2026-10-29"],
      ["2026-10-30T13:59:00Z", 16, null],
      ["2026-10-30T14:00:00Z", 16, "2026-10-30"],
    ] as const)
      expect(dayToRemind(at(moment), cairo, hour), moment).toBe(its);
  });

  it("is for today or yesterday in every time zone", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 8_760 * 60 }),
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom(
          "America/Denver",
          "Asia/Kathmandu",
          "Pacific/Kiritimati",
          "Australia/Lord_Howe",
          "Africa/Cairo",
        ),
        (minutes, hour, inZone) => {
          const now = at("2026-01-01T00:00:00Z").add({ minutes });
          const said = dayToRemind(now, inZone, hour);
          if (said === null) return;
          const today = now.toZonedDateTimeISO(inZone).toPlainDate();
          expect([today.toString(), today.subtract({ days: 1 }).toString()]).toContain(said);
          expect(day(said).dayOfWeek).toBeLessThan(6);
        },
      ),
    );
  });
});
