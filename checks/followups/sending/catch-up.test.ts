import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordReply } from "#trade/leads/data.server.ts";
import { endLead } from "#trade/leads/stage/endings.server.ts";
import { enrollLeads } from "#trade/sequences/enrollment/enroll.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { mayStillSend } from "#trade/sequences/sending/may-send.server.ts";
import { startSequenceSweep } from "#trade/sequences/sending/sweep.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { messageOfRow } from "#platform/mail/sending/row.server.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { business, type Business, states, waiting } from "../../testing/follow-ups.ts";
import { mail, open } from "../../testing/sequences.ts";

// After a stop, delayed follow-ups are sent in order, a few at a time, within sending hours, and none twice.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const ZONE = "America/Denver";
const clock = testClock(FRIDAY);
const local = (time: string) =>
  clock.set(Temporal.PlainDateTime.from(time).toZonedDateTime(ZONE).toInstant().toString());
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
});
afterAll(() => test.drop());
beforeEach(() => clock.set(FRIDAY));

type Shop = Awaited<ReturnType<typeof open>>;

async function people(shop: Pick<Shop, "account">, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await withAccount(shop.account, (ctx) =>
    ctx.db.execute(sql`insert into leads (account_id, id, name, email, created_at)
      select ${ctx.account.id}, id, 'Dana Ruiz', id || '@client.test', ${ctx.now.toString()} from unnest(${sql.param(ids)}::uuid[]) as id`),
  );
  return ids;
}

/** Makes the business an established sender from the installation's address. */
const known = (shop: Pick<Shop, "account">) =>
  withAccount(shop.account, (ctx) =>
    ctx.db.execute(sql`insert into sequences_senders (account_id, address, first_day, day, sent)
      values (${ctx.account.id}, 'mail@plumbline.test', '2026-01-01', '2026-01-01', 0)`),
  );

async function work({ account }: { readonly account: string }): Promise<void> {
  while (Math.max(...(await Promise.all([sendDueSteps(account), sendDueSteps(account)]))) > 0);
  await deliver(account);
}

const left = (shop: { readonly account: string }) =>
  withAccount(shop.account, async (ctx) => {
    const { rows } = await ctx.db.execute<{ lead: string; at: string }>(
      sql`select about_id as lead, sent_at::text as at from mail_messages where kind = 'followup' and state = 'sent' order by sent_at, id`,
    );
    return rows.map(({ lead, at }) => ({
      lead,
      at: Temporal.Instant.from(at.replace(" ", "T")).toZonedDateTimeISO(ZONE).toPlainDateTime(),
    }));
  });

describe("after a week in which nobody worked", () => {
  it.each([
    ["at ten", "2026-11-30T10:00", "2026-11-30T10:00:00"],
    ["at three in the night", "2026-12-01T03:00", "2026-12-01T09:00:00"],
  ])("500 people are written to one after the other: %s", { timeout: 180_000 }, async (_, restart, first) => {
    const shop = await open();
    await known(shop);
    const leads = await people(shop, 500);
    const id = await shop.make({ kind: "manual" }, [mail("First", 1)]);
    await shop.start(id, leads);
    await withAccount(shop.account, async (ctx) => {
      for (const [n, lead] of leads.toReversed().entries())
        if (n % 50 === 0)
          await ctx.db
            .execute(sql`update sequences_steps set due_at = due_at - interval '1 minute' where enrolment_id =
            (select id from sequences_enrolments where lead_id = ${lead})`);
    });
    local(restart);
    for (let half = 0; half < 2 * 40 && (await left(shop)).length < 500; half++) {
      await work(shop);
      clock.advance({ minutes: 30 });
    }
    const sent = await left(shop);
    expect(new Set(sent.map(({ lead }) => lead)).size).toBe(500);
    expect(sent.length, "none twice").toBe(500);
    expect(sent[0]!.at.toString()).toBe(first);
    for (const some of Map.groupBy(sent, ({ at }) =>
      at.round({ smallestUnit: "hour", roundingMode: "floor" }).toString(),
    ).values())
      expect(some.length).toBeLessThanOrEqual(61);
    expect(sent.filter(({ at }) => at.hour < 9 || at.hour >= 17 || at.dayOfWeek > 5)).toEqual([]);
    const earliest = new Set(leads.toReversed().filter((_, n) => n % 50 === 0));
    expect(
      sent.slice(0, 60).filter(({ lead }) => earliest.has(lead)),
      "in order of their time",
    ).toHaveLength(10);
  });

  it("imported people get what they were sent a file for in sending hours and a few at a time; who asked gets it at once", async () => {
    const shop = await open();
    const leads = await people(shop, 30);
    const captures = leads.map((leadId) => ({ leadId, pageId: shop.page.id }));
    await shop.within((ctx) =>
      enrollLeads({ ...ctx, now: Temporal.Instant.from("2026-11-23T16:00:00Z") }, captures, false),
    );
    local("2026-12-01T03:00");
    const asked = await shop.captured("asked@client.test");
    await work(shop);
    expect((await left(shop)).map(({ lead }) => lead)).toEqual([asked]);
    local("2026-12-01T09:59");
    await work(shop);
    const morning = (await left(shop)).length;
    // A new sender catches up at most five an hour.
    expect(morning).toBeGreaterThan(1);
    expect(morning).toBeLessThanOrEqual(6);
  });

  it("a mail that was queued when it began waits for the hours, and is not sent after thirty days", async () => {
    const [shop, late] = [await business(), await business()];
    for (const one of [shop, late]) await waiting(one);
    local("2026-11-23T09:00");
    for (const one of [shop, late]) await sendDueSteps(one.account);
    local("2026-12-01T03:00");
    expect(await ask(shop)).toEqual({ notBefore: Temporal.Instant.from("2026-12-01T16:00:00Z") });
    local("2027-01-05T10:00");
    expect(await ask(late)).toEqual({
      suppressed: "it came due while the system was down, and now it’s too late",
    });
  });
});

/** The answer that the mailer gets before it retries a business's queued email. */
async function ask(shop: Pick<Business, "account">) {
  const { rows } = await withAccount(shop.account, (ctx) =>
    ctx.db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(m) as row from mail_messages m where state = 'queued'`,
    ),
  );
  expect(rows).toHaveLength(1);
  return await mayStillSend(messageOfRow(rows[0]!.row));
}

describe("a mail that a mail server did not take", () => {
  it("is not tried at night, and each has a moment of its own in the morning", async () => {
    const shop = await business();
    for (const who of ["a", "b"]) await waiting(shop, `${who}@client.test`);
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`update sequences_steps set due_at = '2026-11-23T23:59:00Z' where state = 'waiting'`),
    );
    local("2026-11-23T16:59");
    await sendDueSteps(shop.account);
    const { rows } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute<{ row: Record<string, unknown> }>(
        sql`select to_jsonb(m) as row from mail_messages m where state = 'queued'`,
      ),
    );
    local("2026-11-23T17:01");
    const moments: string[] = [];
    for (const { row } of rows) {
      const answer = await mayStillSend(messageOfRow(row));
      moments.push(
        "notBefore" in answer
          ? answer.notBefore.toZonedDateTimeISO(ZONE).toPlainDateTime().toString()
          : "at once",
      );
    }
    expect(moments).toEqual(["2026-11-24T09:00:00", expect.stringMatching(/^2026-11-24T09:\d[1-9]/)]);
  });

  it("may go in open hours, and at any hour where it is expected", async () => {
    const shop = await open();
    const [lead] = await people(shop, 1);
    const id = await shop.make({ kind: "manual" }, [
      { kind: "mail", delay: { amount: 5, unit: "minutes" }, subject: "Soon", body: "Hi." },
    ]);
    local("2026-11-23T20:00");
    await shop.start(id, [lead!]);
    clock.advance({ minutes: 5 });
    await sendDueSteps(shop.account);
    clock.advance({ minutes: 20 });
    expect(await ask(shop)).toEqual({ ok: true });
  });

  it.each([
    [
      "they replied",
      (shop: Business, lead: string) =>
        withAccount(shop.account, (ctx) => recordReply(ctx, lead, { via: "owner" })),
    ],
    [
      "they said yes",
      (shop: Business, lead: string) => withAccount(shop.account, (ctx) => endLead(ctx, lead, "won")),
    ],
  ])("is not sent once %s, also where it could not be taken back", async (reason, happens) => {
    const shop = await business();
    const lead = await waiting(shop);
    local("2026-11-23T09:00");
    await sendDueSteps(shop.account);
    // A process that claims it or schedules a retry locks its row; locked rows are skipped.
    const holder = await test.database.app.connect();
    await holder.query("begin");
    await holder.query("select set_config('app.account_id', $1, true)", [shop.account]);
    await holder.query("select from mail_messages where state = 'queued' for update");
    await happens(shop, lead);
    await holder.query("rollback");
    holder.release();
    local("2026-11-23T09:10");
    expect(await ask(shop)).toEqual({ suppressed: reason });
  });

  it("is sent all the same where it is what they asked for, and they merely answered", async () => {
    const shop = await business();
    const lead = await shop.come("dana@client.test");
    await sendDueSteps(shop.account);
    await withAccount(shop.account, (ctx) => recordReply(ctx, lead, { via: "owner" }));
    local("2026-11-21T03:00");
    expect(await ask(shop)).toEqual({ ok: true });
  });
});

it("a mail on time within the hour does not leave after the hours closed", async () => {
  const shop = await business();
  const lead = await waiting(shop);
  await withAccount(shop.account, (ctx) =>
    ctx.db.execute(sql`update sequences_steps set due_at = '2026-11-23T23:50:00Z' where state = 'waiting'`),
  );
  local("2026-11-23T17:05");
  await shop.send();
  expect(await states(shop, lead)).toEqual(["handed", "waiting"]);
  local("2026-11-24T09:00");
  await shop.send();
  expect(await states(shop, lead)).toEqual(["handed", "handed"]);
});

it(
  "a clock that jumps a day ahead and back loses nothing, sends nothing twice and gives no second day's measure",
  { timeout: 120_000 },
  async () => {
    const shop = await open();
    const leads = await people(shop, 100);
    const id = await shop.make({ kind: "manual" }, [mail("First", 0)]);
    local("2026-11-23T09:00");
    await shop.start(id, leads);
    await work(shop);
    // The first day's limit.
    expect(await left(shop)).toHaveLength(40);
    local("2026-11-24T09:30");
    await work(shop);
    const ahead = (await left(shop)).length;
    expect(ahead).toBeGreaterThan(40);
    expect(ahead).toBeLessThanOrEqual(100);
    local("2026-11-23T10:00");
    await work(shop);
    expect((await left(shop)).length, "the day that was goes on").toBe(ahead);
    for (let half = 0; half < 48 * 4; half++) {
      clock.advance({ minutes: 30 });
      await work(shop);
    }
    const sent = await left(shop);
    expect(sent.map(({ lead }) => lead).toSorted()).toEqual(leads.toSorted());
  },
);

it("an account that always fails holds up no other", { timeout: 60_000 }, async () => {
  const [broken, ...fine] = [
    await business(),
    await business(),
    await business(),
    await business(),
    await business(),
  ];
  const warned: unknown[] = [];
  for (const shop of [broken, ...fine]) await shop.come("dana@client.test");
  await withAccount(broken.account, (ctx) =>
    ctx.db.execute(sql`update sequences set steps = '[{"kind": "text"}]'`),
  );
  await withAccount(broken.account, (ctx) =>
    ctx.db.execute(sql`update sequences set steps = '[{"kind": "mail", "delay": null}]'`),
  );
  await withAccount(broken.account, (ctx) =>
    ctx.db.execute(sql`update sequences_steps set due_at = due_at - interval '3 hours'`),
  );
  const log = createLog("error");
  const sweep = startSequenceSweep({
    log: Object.assign(Object.create(log), { warn: (about: unknown) => warned.push(about) }) as typeof log,
    mailer: { claimSoon: async () => undefined, sendClaimed: () => {}, wake: () => {} },
  });
  try {
    const all = async () =>
      (await Promise.all(fine.map((shop) => shop.followUps()))).every((count) => count === 1);
    await expect.poll(all, { timeout: 30_000 }).toBe(true);
    await expect.poll(() => warned.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await broken.followUps()).toBe(0);
  } finally {
    await sweep.stop();
  }
});
