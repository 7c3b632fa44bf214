import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { acting, businessOf, mailsTo, somebody } from "#ground/businesses/testing/people.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { type Command, applyCommands } from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { dayId, planId } from "#tools/logs/ids.ts";
import { defineLogs } from "#tools/logs/kinds.server.ts";
import { remindAll } from "#tools/logs/reminders/remind.server.ts";
import { logsTasks } from "#tools/logs/tasks.server.ts";

// People who haven't logged a day are reminded: real database, real mail queue, two workers at once.

const FOUR = "2026-11-20T23:00:00Z";
const DATE = "2026-11-20";
const clock = testClock("2026-11-20T15:00:00Z");
let test: TestDatabase;
let queue: TaskQueue;
beforeAll(async () => {
  test = await createTestInstallation(clock);
  await ensureSealingKey();
  queue = await startTaskQueue({ tasks: logsTasks, work: false, log: createLog("error") });
  defineJobs();
  defineLogs();
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
  await remindAll();
  expect(await reminders(foreman), "before its hour").toEqual([]);
  clock.set(FOUR);
  await Promise.all([remindAll(), remindAll(), remindAll()]);
  await remindAll();
  const [mail, ...others] = await reminders(foreman);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe("Elm Street Roof: your log of Friday, November 20 is missing");
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
  await remindAll();
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
  await remindAll();
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
  await remindAll();
  for (const one of [handedIn, paused, off])
    expect(
      [...(await reminders(one.foreman)), ...(await reminders(one.owner))].map(({ subject }) => subject),
    ).toEqual([]);
  expect(await reminders(left.foreman)).toEqual([]);
  expect(await reminders(left.owner)).toHaveLength(1);
});
