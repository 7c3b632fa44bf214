import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { restore, suspend } from "#faces/operator/accounts/accounts.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { pauseLeadFollowUp, resumeLeadFollowUp } from "#trade/sequences/enrollment/pause-lead.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { goLive } from "#trade/sequences/live.server.ts";
import { mayStillSend } from "#trade/sequences/sending/may-send.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import type { MailMessage } from "#platform/mail/message.ts";
import { type Business, business, OPERATOR, states, waiting } from "../../testing/follow-ups.ts";

// A paused lead gets nothing, even with several processes at work, and afterwards follow-up continues as
// planned.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const clock = testClock(FRIDAY);
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
});
afterAll(() => test.drop());
beforeEach(() => clock.set(FRIDAY));

describe("holding", () => {
  const emails = [1, 3, 7].map((day) => ({ day, subject: `Day ${day}`, body: "Hi." }));
  async function long() {
    const shop = await business();
    await withAccount(shop.account, (ctx) =>
      goLive(ctx, shop.pageId, { name: "D", dripId: newId(), emails, title: "9 questions" }),
    );
    return shop;
  }
  const hold = (shop: Business, lead: string) =>
    withAccount(shop.account, (ctx) => pauseLeadFollowUp(ctx, lead));
  const goOn = (shop: Business, lead: string) =>
    withAccount(shop.account, (ctx) => resumeLeadFollowUp(ctx, lead));
  const plan = async (shop: Business, lead: string) =>
    (await shop.ledger(lead)).map(
      ({ state, dueAt }) =>
        `${state} ${dueAt.toZonedDateTimeISO("America/Denver").toPlainDateTime().toString({ smallestUnit: "minute" })}`,
    );

  it("and going on at once leaves the plan as it was; later it moves, as far apart as it was", async () => {
    const shop = await long();
    const lead = await waiting(shop);
    const before = await plan(shop, lead);
    expect(before.slice(1)).toEqual([
      "waiting 2026-11-23T09:00",
      "waiting 2026-11-25T09:00",
      "waiting 2026-11-30T09:00",
    ]);
    await hold(shop, lead);
    await goOn(shop, lead);
    expect(await plan(shop, lead)).toEqual(before);
    await hold(shop, lead);
    clock.set("2026-12-01T03:00:00Z"); // Monday, 20:00 in Denver
    await goOn(shop, lead);
    expect((await plan(shop, lead)).slice(1)).toEqual([
      "waiting 2026-12-01T09:00",
      "waiting 2026-12-03T09:00",
      "waiting 2026-12-07T09:00",
    ]);
  });

  it("never holds a gift", async () => {
    const shop = await long();
    const lead = await shop.come("gift@client.test");
    await hold(shop, lead);
    expect(await states(shop, lead)).toEqual(["waiting", "held", "held", "held"]);
    await shop.send();
    expect(await states(shop, lead)).toEqual(["handed", "held", "held", "held"]);
  });

  it("takes back what is queued, and asks once more before what was on its way is tried again", async () => {
    const shop = await business();
    const [queued, underWay] = [await waiting(shop, "a@c.test"), await waiting(shop, "b@c.test")];
    clock.set("2026-11-23T16:00:00Z");
    await sendDueSteps(shop.account);
    const messageOf = async (lead: string) =>
      withAccount(
        shop.account,
        async (ctx) =>
          (
            await ctx.db.execute<{ id: string }>(
              sql`select id from mail_messages where about_id = ${lead} and state = 'queued'`,
            )
          ).rows[0]!.id,
      );
    const id = await messageOf(underWay);
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`update mail_messages set state = 'committing' where id = ${id}`),
    );
    const message = {
      id,
      accountId: shop.account,
      aboutId: underWay,
      nextAttemptAt: clock.now(),
    } as MailMessage;
    expect(await mayStillSend(message)).toEqual({ ok: true });
    for (const lead of [queued, underWay]) await hold(shop, lead);
    expect(await states(shop, queued)).toEqual(["handed", "held"]);
    expect(await states(shop, underWay)).toEqual(["handed", "handed"]);
    expect(await mayStillSend(message)).toEqual({ suppressed: "held by you" });
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(
        sql`update mail_messages set state = 'suppressed', reason = 'held by you' where id = ${id}`,
      ),
    );
    expect(await states(shop, underWay)).toEqual(["handed", "held"]);
    for (const lead of [queued, underWay]) await goOn(shop, lead);
    await shop.send();
    expect(await shop.followUps()).toBe(4);
  });

  it("outlasts a suspension", async () => {
    const shop = await long();
    const lead = await waiting(shop);
    await hold(shop, lead);
    await suspend(OPERATOR, shop.account, "spam");
    clock.advance({ hours: 48 });
    await restore(OPERATOR, shop.account);
    expect(await states(shop, lead)).toEqual(["handed", "held", "held", "held"]);
  });

  it("covers what was on its way and is then taken back by a suspension", async () => {
    const shop = await business();
    const lead = await waiting(shop);
    clock.set("2026-11-23T16:00:00Z");
    await sendDueSteps(shop.account);
    const turn = (from: string, to: string) =>
      withAccount(shop.account, (ctx) =>
        ctx.db.execute(sql`update mail_messages set state = ${to} where state = ${from}`),
      );
    await turn("queued", "committing");
    await hold(shop, lead);
    await turn("committing", "queued");
    await suspend(OPERATOR, shop.account, "spam");
    await restore(OPERATOR, shop.account);
    expect((await shop.ledger(lead)).map(({ state }) => state)).toEqual(["handed", "held"]);
    clock.advance({ hours: 72 });
    await shop.send();
    expect(await shop.followUps()).toBe(1);
  });

  it("lets nothing out that a sweep decides at the same moment, and hangs nobody up", async () => {
    const shop = await long();
    const leads = [];
    for (let one = 0; one < 12; one++) leads.push(await shop.come(`race${one}@client.test`));
    await shop.send();
    clock.set("2026-12-03T16:00:00Z");
    await Promise.all([
      ...[1, 2, 3].map(() => sendDueSteps(shop.account)),
      ...leads.map((lead) => hold(shop, lead)),
      ...leads.slice(6).map((lead) => withAccount(shop.account, (ctx) => unsubscribeLead(ctx, lead))),
    ]);
    await sendDueSteps(shop.account);
    expect(await shop.followUps()).toBe(12);
    for (const lead of leads.slice(0, 6))
      expect(await states(shop, lead)).toEqual(["handed", "held", "held", "held"]);
    for (const lead of leads.slice(6))
      expect((await states(shop, lead)).slice(1)).toEqual(
        Array.from({ length: 3 }, () => "not_sent they unsubscribed"),
      );
  });
});
