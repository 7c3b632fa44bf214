import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { restoreAccount, suspendAccount } from "#ground/businesses/public.server.ts";
import { acting, businessOf, mailsTo, somebody } from "#ground/businesses/testing/people.ts";
import { defineDueKind, type DueItem, loadDueSection, saveDue } from "#ground/due/public.server.ts";
import { sweepDue } from "#ground/due/sweep.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";

// What people must do by when, for a tool that saves it itself: an inspection that several people sign.

const KIND = "inspections.signature";
const MONDAY = "2026-11-23T15:00:00Z";
const NOON = Temporal.Instant.from("2026-11-23T19:00:00Z");
const clock = testClock(MONDAY);
/** Records of jobs that were removed. */
const removed = new Set<string>();
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  const textOf = ({ record }: DueItem) => ({
    title: `Inspection ${record.slice(-4)}`,
    job: "Elm Street Roof",
    path: `/account/job/x/safety?inspection=${record}`,
    action: "Sign",
    mail: {
      subject: `Sign inspection ${record.slice(-4)}`,
      paragraphs: ["An inspection waits for your signature."],
      reason: "The foreman asked you to.",
      closing: ["This mail goes once."],
    },
  });
  defineDueKind({
    kind: KIND,
    describe: async (_ctx, items) => items.map((item) => (removed.has(item.record) ? null : textOf(item))),
  });
});
afterAll(() => test.drop());
beforeEach(() => clock.set(MONDAY));

async function shop() {
  const [owner, foreman] = [await somebody(), await somebody()];
  const account = await businessOf(owner, "Hill Brothers");
  const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(account, work);
  await inside((ctx) =>
    ctx.db.execute(
      sql`insert into businesses_members (account_id, user_id, role, created_at) values (${account}, ${foreman.id}, 'member', now())`,
    ),
  );
  const job = newId();
  return {
    owner,
    foreman,
    account,
    inside,
    ask: (people: readonly Person[], record = newId(), dueAt = NOON) =>
      inside(async (ctx) => {
        await saveDue(ctx, {
          ...{ kind: KIND, record, jobId: job, dueAt, endsAt: dueAt.add({ hours: 72 }) },
          people: people.map(({ id }) => id),
        });
        return record;
      }),
    today: async (who: Person) =>
      (await acting(who, account, loadDueSection)).items.map(({ title, isLate }) => `${title} ${isLate}`),
  };
}
const reminders = async ({ email }: Person) =>
  (await mailsTo(email)).filter(({ subject }) => /inspection|items are due/i.test(subject));
const last4 = (record: string) => record.slice(-4);

it("reminds each person once, when it is due, however many sweeps run at a time", async () => {
  const one = await shop();
  await one.ask([one.owner, one.foreman]);
  await sweepDue();
  expect(await reminders(one.foreman), "before it is due").toEqual([]);
  clock.set("2026-11-23T19:00:00Z");
  await Promise.all([sweepDue(), sweepDue(), sweepDue()]);
  await sweepDue();
  for (const who of [one.owner, one.foreman]) {
    const [mail, ...others] = await reminders(who);
    expect(others).toEqual([]);
    expect(mail!.text).toContain("An inspection waits for your signature.");
    expect(mail!.text).toContain("/account/job/x/safety?inspection=");
  }
});

it("sends one email for everything that a person must do, and one for each person", async () => {
  const one = await shop();
  const [a, b] = [await one.ask([one.owner, one.foreman]), await one.ask([one.foreman])];
  clock.set("2026-11-23T19:00:00Z");
  await sweepDue();
  const [mail, ...others] = await reminders(one.foreman);
  expect(others).toEqual([]);
  expect(mail!.subject).toMatch(/^2 items are due: Inspection \w{4} and another$/);
  for (const record of [a, b]) {
    expect(mail!.text).toContain(`Elm Street Roof: Inspection ${last4(record)}`);
    expect(mail!.text).toContain(`/account/job/x/safety?inspection=${record}`);
  }
  expect(mail!.text.match(/This mail goes once\./g)).toHaveLength(1);
  expect(await reminders(one.owner)).toMatchObject([{ subject: `Sign inspection ${last4(a)}` }]);
});

it("stays on a person's Today until it is done, and is nobody else's", async () => {
  const one = await shop();
  const record = await one.ask([one.owner, one.foreman]);
  const title = `Inspection ${last4(record)}`;
  expect(await one.today(one.foreman)).toEqual([`${title} false`]);
  clock.set("2026-11-24T12:00:00Z");
  await sweepDue();
  expect(await one.today(one.foreman)).toEqual([`${title} true`]);
  await one.ask([one.owner], record);
  expect(await one.today(one.foreman)).toEqual([]);
  expect(await one.today(one.owner)).toEqual([`${title} true`]);
  expect((await acting(one.owner, one.account, loadDueSection)).summary).toBe("1 thing due");
});

it("reminds nobody of what was done in time, withdrawn, ended, or is of a removed job", async () => {
  const one = await shop();
  await one.ask([], await one.ask([one.foreman]));
  await one.ask([one.owner], await one.ask([one.owner, one.foreman]));
  removed.add(await one.ask([one.foreman]));
  await one.ask([one.foreman], newId(), NOON.subtract({ hours: 100 }));
  clock.set("2026-11-23T19:00:00Z");
  await sweepDue();
  expect(await reminders(one.foreman)).toEqual([]);
  expect(await one.today(one.foreman)).toEqual([]);
  expect(await reminders(one.owner)).toHaveLength(1);
});

it("shows what was undone again, and reminds nobody twice", async () => {
  const one = await shop();
  const record = await one.ask([one.foreman]);
  clock.set("2026-11-23T19:00:00Z");
  await sweepDue();
  await one.ask([], record);
  expect(await one.today(one.foreman)).toEqual([]);
  await one.ask([one.foreman], record);
  await sweepDue();
  expect(await one.today(one.foreman)).toHaveLength(1);
  expect(await reminders(one.foreman)).toHaveLength(1);
});

it("sends nothing to who was removed meanwhile, nor for a suspended business until it is restored", async () => {
  const [left, closed] = [await shop(), await shop()];
  await left.ask([left.owner, left.foreman]);
  await closed.ask([closed.foreman]);
  await left.inside((ctx) =>
    ctx.db.execute(sql`delete from businesses_members where user_id = ${left.foreman.id}`),
  );
  await closed.inside((ctx) => suspendAccount(ctx, "Unpaid"));
  clock.set("2026-11-23T19:00:00Z");
  await sweepDue();
  expect(await reminders(left.owner)).toHaveLength(1);
  for (const who of [left.foreman, closed.foreman]) expect(await reminders(who)).toEqual([]);
  await closed.inside((ctx) => restoreAccount(ctx));
  await sweepDue();
  expect(await reminders(closed.foreman)).toHaveLength(1);
});

it("of one business goes out although another's fails", async () => {
  const [bad, good] = [await shop(), await shop()];
  defineDueKind({
    kind: "inspections.broken",
    describe: () => Promise.reject(new Error("broken")),
  });
  await bad.inside((ctx) =>
    saveDue(ctx, {
      ...{ kind: "inspections.broken", record: newId(), jobId: newId(), people: [bad.owner.id] },
      ...{ dueAt: NOON, endsAt: NOON.add({ hours: 1 }) },
    }),
  );
  await good.ask([good.owner]);
  clock.set("2026-11-23T19:00:00Z");
  await expect(sweepDue()).rejects.toThrow("broken");
  expect(await reminders(good.owner)).toHaveLength(1);
  clock.set("2026-11-23T20:00:00Z");
  await sweepDue();
});
