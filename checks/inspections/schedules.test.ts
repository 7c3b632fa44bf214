import { describe, expect, it } from "vitest";
import { RUN } from "#trade/inspections/rules/run.ts";
import { moveSets, SCHEDULE } from "#trade/inspections/schedules/rules.ts";
import { schedulesPage } from "#tools/checklists/office/schedules-page.server.ts";
import { newId } from "#platform/db/ids.ts";
import { acting } from "#ground/businesses/testing/people.ts";
import { clock, openJob, reminders, sweepAt, withSchedules } from "../testing/schedules.ts";

// Scheduled checklists: for whom they are due, when they are done, and what stops them.

withSchedules();

describe("a scheduled checklist", () => {
  it("is due for the team on its day, and done once one of two runs is finished", async () => {
    clock.set("2026-11-23T12:00:00Z");
    const { owner, foreman, plan, job, send, walk, due, missed } = await openJob();
    await sweepAt("2026-11-23T12:05:00Z");
    expect(await due(foreman)).toMatchObject([
      {
        title: "Crane check, Crane 2, Monday, November 23",
        path: `/account/job/${job}/checklists/due/${plan}?on=2026-11-23`,
        isLate: false,
      },
    ]);
    expect(await due(owner), "who isn’t on the team").toEqual([]);
    const first = await walk(foreman, "2026-11-23");
    // Another phone had started it too, without a signal.
    await walk(owner, "2026-11-23", "open");
    expect(await due(foreman)).toEqual([]);
    expect(await missed()).toEqual([]);
    await send(foreman, RUN, first, { state: "open" });
    expect(await due(foreman)).toHaveLength(1);
    await send(foreman, RUN, first, { state: "finished" });
    await send(foreman, RUN, first, { removed: true });
    expect(await missed()).toEqual(["2026-11-23"]);
    expect(await due(foreman)).toHaveLength(1);
  });

  it("that was missed is shown for a week, by day, and can be made up for", async () => {
    clock.set("2026-11-23T12:00:00Z");
    const { foreman, walk, due, missed } = await openJob();
    for (const day of ["23", "24", "25"]) await sweepAt(`2026-11-${day}T18:00:00Z`);
    expect(await missed()).toEqual(["2026-11-25", "2026-11-24", "2026-11-23"]);
    expect((await due(foreman)).map(({ isLate }) => isLate)).toEqual([true, true, true]);
    await walk(foreman, "2026-11-24");
    expect(await missed()).toEqual(["2026-11-25", "2026-11-23"]);
    clock.set("2026-12-01T18:00:00Z");
    expect((await due(foreman)).map(({ title }) => title.slice(-12))).toEqual([" November 25"]);
  });

  it("is for a person, or without a team for who wrote it", async () => {
    clock.set("2026-11-23T12:00:00Z");
    const one = await openJob();
    await one.send(one.owner, SCHEDULE, one.plan, { who: one.owner.id });
    const other = await openJob();
    await other.send(other.owner, "jobs.job", other.job, { [`team.${other.foreman.id}`]: false });
    await sweepAt("2026-11-23T12:05:00Z");
    for (const { owner, foreman, due } of [one, other]) {
      expect(await due(owner)).toHaveLength(1);
      expect(await due(foreman)).toHaveLength(0);
    }
  });

  it.each([
    ["removed", { removed: true }],
    ["paused", { paused: true }],
    ["no longer due that day", { rhythm: { every: 1, unit: "week", weekdays: [3] } }],
    ["over", { from: "2026-11-16", to: "2026-11-22" }],
  ])("that is %s stops everything", async (_, sets) => {
    clock.set("2026-11-23T12:00:00Z");
    const { owner, foreman, plan, send, due, missed } = await openJob();
    await sweepAt("2026-11-23T12:05:00Z");
    await send(owner, SCHEDULE, plan, sets);
    await sweepAt("2026-11-23T18:00:00Z");
    expect(await due(foreman)).toEqual([]);
    expect(await missed()).toEqual([]);
    expect(await reminders(foreman)).toEqual([]);
  });

  it("moves to another job with what comes next: what was missed and walked stays", async () => {
    clock.set("2026-11-23T12:00:00Z");
    const { owner, foreman, job, plan, write, send, walk, due } = await openJob();
    await sweepAt("2026-11-23T12:05:00Z");
    await walk(foreman, "2026-11-23");
    clock.set("2026-11-23T20:00:00Z");
    const [other, next] = [newId(), newId()];
    const of = (at: string) => (who: typeof owner, kind: string, record: string, sets: object) =>
      write(who, kind, record, sets as never, at);
    const onOther = of(other);
    await onOther(owner, "jobs.job", other, {
      ...{ name: "Oak Street", status: "active", zone: "America/Denver", [`team.${foreman.id}`]: true },
    });
    const values = { title: "Crane check", list: "crane", place: "Crane 2", from: "2026-11-23", by: 10 };
    const rhythm = { every: 1, unit: "day", weekdays: [] };
    const sets = moveSets({ ...values, rhythm }, Temporal.PlainDate.from("2026-11-23"), true);
    expect(await onOther(owner, SCHEDULE, next, sets)).toMatchObject({ is: "held" });
    await send(owner, SCHEDULE, plan, { movedTo: { job: other, schedule: next } });
    await sweepAt("2026-11-23T21:00:00Z");
    expect(await due(foreman)).toEqual([]);
    await sweepAt("2026-11-24T12:05:00Z");
    expect((await due(foreman)).map(({ path }) => path)).toEqual([
      `/account/job/${other}/checklists/due/${next}?on=2026-11-24`,
    ]);
    expect(job).not.toBe(other);
    await onOther(owner, SCHEDULE, next, { paused: true });
  });

  it.each(["done", "canceled", "paused"])("stops on a job that is %s", async (status) => {
    clock.set("2026-11-23T12:00:00Z");
    const { owner, foreman, job, send, due, missed } = await openJob();
    await sweepAt("2026-11-23T12:05:00Z");
    await send(owner, "jobs.job", job, { status });
    await sweepAt("2026-11-23T18:00:00Z");
    expect([await due(foreman), await missed(), await reminders(foreman)]).toEqual([[], [], []]);
  });

  it("is refused without a list, and a run never counts for another day", async () => {
    clock.set("2026-11-23T12:00:00Z");
    const { owner, plan, write, walk } = await openJob();
    expect(await write(owner, SCHEDULE, newId(), { title: "Crane", from: "2026-11-23" })).toMatchObject({
      code: "invalid",
    });
    expect(await write(owner, SCHEDULE, plan, { by: 23 })).toMatchObject({ code: "invalid" });
    const run = await walk(owner, "2026-11-23", "open");
    expect(await write(owner, RUN, run, { due: { schedule: plan, on: "2026-11-24" } })).toMatchObject({
      code: "conflict",
    });
  });
});

describe("the office’s list of schedules", () => {
  it("has the overdue ones first, 100 at first, and all when asked", async () => {
    clock.set("2026-11-23T12:00:00Z");
    const { owner, account, plan, walk, send, job } = await openJob();
    const weekly = { every: 1, unit: "week", weekdays: [5] };
    const sets = { list: "crane", rhythm: weekly, from: "2026-11-23", by: 10 };
    for (let at = 1; at <= 100; at++) await send(owner, SCHEDULE, newId(), { ...sets, title: `Check ${at}` });
    clock.set("2026-11-24T18:00:00Z");
    await walk(owner, "2026-11-23");
    const page = (isNarrowed: boolean, isAll: boolean) =>
      acting(owner, account, (ctx) => schedulesPage(ctx, { isNarrowed, isAll }));
    const first = await page(false, false);
    expect(first).toMatchObject({ count: 101, found: 101, overdue: 1 });
    expect(first.rows).toHaveLength(100);
    expect(first.rows[0]).toMatchObject({ id: plan, missed: ["Nov 24, 2026"], rhythm: "Every day" });
    expect(first.rows[1]).toMatchObject({ missed: [], next: "Nov 27, 2026, by 10 AM" });
    expect((await page(false, true)).rows).toHaveLength(101);
    expect(await page(true, false)).toMatchObject({ count: 101, found: 1, rows: [{ jobId: job }] });
  });
});
