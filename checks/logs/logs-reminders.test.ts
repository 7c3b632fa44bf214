import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openToAll, suspendAccount } from "#ground/businesses/public.server.ts";
import { loadDueSection } from "#ground/due/public.server.ts";
import { loadReviewSection } from "#tools/logs/today/load.server.ts";
import { acting, businessOf, mailsTo, somebody } from "#ground/businesses/testing/people.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { type Command, applyCommands } from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { dayId } from "#tools/logs/ids.ts";
import { planId } from "#trade/weather/ids.ts";
import { defineLogs } from "#tools/logs/kinds.server.ts";
import { sweepDue } from "#ground/due/sweep.server.ts";
import { weatherTasks } from "#trade/weather/tasks.server.ts";
import { defineDueKinds } from "#app/due-kinds.ts";

// People who haven't logged a day are reminded: real database, real mail queue, two workers at once.

const FOUR = "2026-11-20T23:00:00Z";
const DATE = "2026-11-20";
const clock = testClock("2026-11-20T15:00:00Z");
let test: TestDatabase;
let queue: TaskQueue;
beforeAll(async () => {
  test = await createTestInstallation(clock);
  await ensureSealingKey();
  queue = await startTaskQueue({ tasks: weatherTasks, work: false, log: createLog("error") });
  defineJobs();
  defineLogs();
  defineDueKinds();
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
});

/** A job with two people, reminded at four o'clock. */
async function openJob(over: Command["sets"] = {}) {
  const [owner, foreman] = [await somebody(), await somebody()];
  const account = await businessOf(owner, "Hill Brothers");
  await withAccount(account, (ctx) =>
    ctx.db.execute(
      sql`insert into businesses_members (account_id, user_id, role, created_at) values (${account}, ${foreman.id}, 'member', now())`,
    ),
  );
  const job = newId();
  const send = async (who: Person, kind: string, record: string, sets: Command["sets"]) => {
    const command: Command = {
      id: newId(),
      kind,
      record,
      job,
      sets,
      replaces: {},
      capturedAt: clock.now().epochMilliseconds,
      skew: 0,
      zone: "America/Denver",
      media: [],
    };
    const { outcomes } = await acting(who, account, (ctx) => applyCommands(ctx, newId(), [command]));
    expect(outcomes).toEqual([{ id: command.id, is: "held" }]);
  };
  await send(owner, "jobs.job", job, {
    name: "Elm Street Roof",
    status: "active",
    zone: "America/Denver",
    [`team.${owner.id}`]: true,
    [`team.${foreman.id}`]: true,
    ...over,
  });
  await send(owner, "logs.plan", planId(job), { remindAt: 16 });
  return { owner, foreman, account, job, send };
}
const reminders = async ({ email }: Person) =>
  (await mailsTo(email)).filter(({ subject }) => subject.includes("is missing"));

it("comes once to who has not logged, with the way to the day, however many look for it", async () => {
  clock.set("2026-11-20T15:00:00Z");
  const { owner, foreman, account, job, send } = await openJob();
  await send(owner, "logs.entry", newId(), {
    date: DATE,
    company: account,
    type: "work",
    text: "Set trusses",
  });
  await sweepDue();
  expect(await reminders(foreman), "before its hour").toEqual([]);
  clock.set(FOUR);
  await Promise.all([sweepDue(), sweepDue(), sweepDue()]);
  await sweepDue();
  const [mail, ...others] = await reminders(foreman);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe("Elm Street Roof: your daily log for Friday, November 20 is missing");
  expect(mail!.text).toContain(`/account/job/${job}/logs?day=${DATE}`);
  expect(mail!.text).toContain("4 PM");
  expect(await reminders(owner), "who has logged").toEqual([]);
});

it("comes for a job that nobody called active once it began, and past its planned finish while it is logged", async () => {
  clock.set("2026-11-20T15:00:00Z");
  const planned = { status: "planned" };
  const [begun, later, logged, over] = [
    await openJob({ ...planned, startsOn: "2026-11-16" }),
    await openJob(planned),
    await openJob(planned),
    await openJob({ startsOn: "2026-10-01", finishesOn: "2026-11-13" }),
  ];
  for (const { send, owner, account } of [logged, over])
    await send(owner, "logs.entry", newId(), {
      date: "2026-11-19",
      company: account,
      type: "work",
      text: "Set trusses",
    });
  clock.set(FOUR);
  await sweepDue();
  for (const [one, count] of [
    [begun, 1],
    [later, 0],
    [logged, 1],
    [over, 1],
  ] as const)
    expect(await reminders(one.foreman)).toHaveLength(count);
});

it("comes to whoever chose its hour where nobody was put on the job and nobody has logged it yet", async () => {
  clock.set("2026-11-20T15:00:00Z");
  const alone = await openJob();
  const nobody = { [`team.${alone.owner.id}`]: false, [`team.${alone.foreman.id}`]: false };
  await alone.send(alone.owner, "jobs.job", alone.job, nobody);
  clock.set(FOUR);
  await sweepDue();
  expect(await reminders(alone.owner)).toHaveLength(1);
  expect(await reminders(alone.foreman)).toEqual([]);
});

it("does not come once the day was handed in, on a job that rests, to a former colleague, or where nobody wants it", async () => {
  clock.set("2026-11-20T15:00:00Z");
  const [handedIn, paused, left, off] = [
    await openJob(),
    await openJob({ status: "paused" }),
    await openJob(),
    await openJob(),
  ];
  await handedIn.send(handedIn.owner, "logs.day", dayId(handedIn.job, DATE, handedIn.account), {
    date: DATE,
    company: handedIn.account,
    state: { is: "submitted", why: null },
  });
  await withAccount(left.account, (ctx) =>
    ctx.db.execute(sql`delete from businesses_members where user_id = ${left.foreman.id}`),
  );
  await off.send(off.owner, "logs.plan", planId(off.job), { remindAt: null });
  clock.set(FOUR);
  await sweepDue();
  for (const one of [handedIn, paused, off])
    expect(
      [...(await reminders(one.foreman)), ...(await reminders(one.owner))].map(({ subject }) => subject),
    ).toEqual([]);
  expect(await reminders(left.foreman)).toEqual([]);
  expect(await reminders(left.owner)).toHaveLength(1);
});

it("is of all jobs in one mail", async () => {
  clock.set("2026-11-20T15:00:00Z");
  const { owner, foreman, account, send } = await openJob();
  const second = newId();
  const sendFor = async (kind: string, record: string, sets: Command["sets"]) => {
    const command: Command = {
      ...{ id: newId(), kind, record, job: second, sets, replaces: {} },
      ...{ capturedAt: clock.now().epochMilliseconds, skew: 0, zone: "America/Denver", media: [] },
    };
    await acting(owner, account, (ctx) => applyCommands(ctx, newId(), [command]));
  };
  await sendFor("jobs.job", second, {
    ...{ name: "Oak Street Porch", status: "active", zone: "America/Denver" },
    [`team.${foreman.id}`]: true,
  });
  await sendFor("logs.plan", planId(second), { remindAt: 16 });
  await send(owner, "logs.entry", newId(), { date: DATE, company: account, type: "work", text: "Trusses" });
  clock.set(FOUR);
  await sweepDue();
  const mails = (await mailsTo(foreman.email)).filter(({ subject }) => subject.includes("due"));
  expect(mails.map(({ subject }) => subject)).toEqual([
    "2 items are due: Daily log, Friday, November 20 and another",
  ]);
  for (const name of ["Elm Street Roof", "Oak Street Porch"])
    expect(mails[0]!.text).toContain(`${name}: Daily log, Friday, November 20`);
  expect(await reminders(foreman)).toEqual([]);
});

it("stays on Today until its person wrote, or the day was handed in, and is back when that is undone", async () => {
  clock.set("2026-11-20T15:00:00Z");
  const { owner, foreman, account, job, send } = await openJob();
  const today = async (who: Person) =>
    (await acting(who, account, loadDueSection)).items.map(({ title, path }) => [title, path]);
  const missing = [["Daily log, Friday, November 20", `/account/job/${job}/logs?day=${DATE}`]];
  expect(await today(foreman), "before its hour").toEqual([]);
  clock.set(FOUR);
  await sweepDue();
  expect(await today(foreman)).toEqual(missing);
  // On the next morning it is still to do, and nobody is reminded again.
  clock.set("2026-11-21T15:00:00Z");
  await sweepDue();
  expect(await today(foreman)).toEqual(missing);
  const entry = newId();
  await send(foreman, "logs.entry", entry, { date: DATE, company: account, type: "work", text: "Trusses" });
  expect(await today(foreman)).toEqual([]);
  expect(await today(owner)).toEqual(missing);
  await send(foreman, "logs.entry", entry, { removed: true });
  expect(await today(foreman)).toEqual(missing);
  await send(owner, "logs.day", dayId(job, DATE, account), {
    ...{ date: DATE, company: account, state: { is: "submitted", why: null } },
  });
  for (const who of [owner, foreman]) expect(await today(who)).toEqual([]);
  await send(owner, "logs.day", dayId(job, DATE, account), { state: { is: "draft", why: null } });
  expect(await today(foreman)).toEqual(missing);
  await send(owner, "logs.plan", planId(job), { remindAt: null });
  expect(await today(foreman), "nobody wants it anymore").toEqual([]);
  await send(owner, "logs.plan", planId(job), { remindAt: 16 });
  await send(owner, "jobs.job", job, { removed: true });
  expect(await today(foreman), "of a removed job").toEqual([]);
  expect(await reminders(foreman)).toHaveLength(1);
  clock.set("2026-11-28T15:00:00Z");
  await send(owner, "jobs.job", job, { removed: false });
  expect(await today(foreman), "a week later").toEqual([]);
});

it("comes once, at its hour by the job's clocks, when those are changed", async () => {
  // Monday, November 2: clocks went back on the day before. Monday, March 9: they went forward.
  for (const [date, before, at] of [
    ["2026-11-02", "2026-11-02T22:55:00Z", "2026-11-02T23:00:00Z"],
    ["2026-03-09", "2026-03-09T21:55:00Z", "2026-03-09T22:00:00Z"],
  ] as const) {
    clock.set(`${date}T15:00:00Z`);
    const { foreman } = await openJob();
    clock.set(before);
    await sweepDue();
    expect(await reminders(foreman)).toEqual([]);
    clock.set(at);
    await Promise.all([sweepDue(), sweepDue()]);
    clock.advance({ hours: 1 });
    await sweepDue();
    expect(await reminders(foreman)).toHaveLength(1);
  }
});

it("comes once where the server's clock is set back by an hour, or the job gets other clocks", async () => {
  clock.set("2026-11-20T15:00:00Z");
  const { owner, foreman, job, account, send } = await openJob();
  clock.set(FOUR);
  await sweepDue();
  clock.set("2026-11-20T22:00:00Z");
  await sweepDue();
  clock.set(FOUR);
  await sweepDue();
  await send(owner, "jobs.job", job, { zone: "America/Los_Angeles" });
  clock.set("2026-11-21T00:00:00Z");
  await sweepDue();
  expect(await reminders(foreman)).toHaveLength(1);
  const { items } = await acting(foreman, account, loadDueSection);
  expect(items.map(({ title }) => title)).toEqual(["Daily log, Friday, November 20"]);
});

it("does not come for a suspended business", async () => {
  clock.set("2026-11-20T15:00:00Z");
  const { foreman, account } = await openJob();
  await withAccount(account, (ctx) => suspendAccount(ctx, "Unpaid"));
  clock.set(FOUR);
  await sweepDue();
  expect(await reminders(foreman)).toEqual([]);
});

describe("Today", () => {
  it("shows owners which logs others handed in, until they are approved", async () => {
    clock.set("2026-11-20T15:00:00Z");
    const { owner, foreman, account, job, send } = await openJob();
    const review = (who: Person) => acting(who, account, loadReviewSection);
    await withSystem((ctx) => openToAll(ctx, "logs", true));
    const day = dayId(job, DATE, account);
    await send(foreman, "logs.day", day, {
      ...{ date: DATE, company: account, state: { is: "submitted", why: null } },
    });
    expect(await review(owner)).toMatchObject({
      lines: [
        {
          ...{ id: day, job: "Elm Street Roof", text: ", Fri, Nov 20" },
          href: `/account/job/${job}/logs?day=${DATE}`,
        },
      ],
      more: null,
      summary: "1 log to approve",
    });
    expect((await review(foreman)).lines, "who doesn't approve").toEqual([]);
    await send(owner, "logs.day", day, { state: { is: "approved", why: null } });
    expect(await review(owner)).toMatchObject({ lines: [], more: null, summary: null });
  });

  it("shows owners no log that they handed in themselves", async () => {
    clock.set("2026-11-20T15:00:00Z");
    const { owner, account, job, send } = await openJob();
    await withSystem((ctx) => openToAll(ctx, "logs", true));
    await send(owner, "logs.day", dayId(job, DATE, account), {
      ...{ date: DATE, company: account, state: { is: "submitted", why: null } },
    });
    expect((await acting(owner, account, loadReviewSection)).summary).toBeNull();
  });
});
