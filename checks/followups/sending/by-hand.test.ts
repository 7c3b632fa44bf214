import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { recordReply } from "#trade/leads/data.server.ts";
import { noteBadAddress, noteComplaint, unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { outcomeOf } from "#trade/sequences/public.server.ts";
import { messagesToSend, markSentByHand } from "#faces/today/by-hand.server.ts";
import { bookLead, endLead, getLead } from "#trade/leads/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { business } from "../../testing/follow-ups.ts";

// Messages waiting in the outbox are sent by the owner, from their own phone or mail program, and the ledger
// records it.

const clock = testClock("2026-11-20T17:00:00Z");
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  subscribe();
});
afterAll(() => test.drop());

/** A business without a mail server or Twilio, whose lead's first email and text went to the outbox. */
async function waiting() {
  const shop = await business();
  const lead = await shop.come("dana+deck@client.test");
  await shop.send();
  await withAccount(shop.account, async (ctx) => {
    await queueTexts(
      ctx.db,
      [
        {
          id: newId(),
          accountId: shop.account,
          to: "+13035550100",
          body: "Hi Dana, it's Sam",
          aboutId: lead,
        },
      ],
      ctx,
    );
    await ctx.db.execute(sql`update sms_messages set state = 'sent', via = 'outbox'`);
    await ctx.db.execute(sql`update mail_messages set via = 'outbox' where about_id = ${lead}`);
  });
  const inside = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(shop.account, work);
  const list = () => inside(async (ctx) => messagesToSend(ctx, await getLead(ctx, lead)));
  return { shop, lead, inside, list };
}

it("is shown with a link that has all of it, and recorded as sent by hand", async () => {
  const { shop, lead, inside, list } = await waiting();
  const [mail, text] = await list();
  expect(mail!.link).toMatch(/^mailto:dana%2Bdeck@client\.test\?subject=\S+&body=\S+$/);
  expect(URL.parse(mail!.link)!.searchParams.get("body")).toBe(mail!.body.replaceAll("\n", "\r\n"));
  expect(text!.link).toBe("sms:+13035550100?&body=Hi%20Dana%2C%20it%27s%20Sam");
  clock.advance({ hours: 1 });
  const sentAt = clock.now();
  for (const { kind, id } of [mail!, text!, mail!, text!]) {
    await inside((ctx) => markSentByHand(ctx, kind, id, lead));
    clock.advance({ minutes: 5 });
  }
  expect(await list()).toEqual([]);
  const [first] = await shop.ledger(lead);
  expect(first!.message).toMatchObject({ state: "sent", via: "hand", sentAt });
  expect(outcomeOf(first!, clock.now(), true)).toMatchObject({
    state: "done",
    label: "sent by you",
    at: sentAt,
  });
  const { rows } = await inside((ctx) =>
    ctx.db.execute<{ via: string; late: boolean }>(
      sql`select via, sent_at > ${sentAt.toString()} as late from sms_messages`,
    ),
  );
  expect(rows).toEqual([{ via: "hand", late: true }]);
});

it("is of this lead and this business, or is not there", async () => {
  const [one, other] = [await waiting(), await waiting()];
  const [mail, text] = await one.list();
  for (const { kind, id } of [mail!, text!]) {
    await expect(other.inside((ctx) => markSentByHand(ctx, kind, id, other.lead))).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(one.inside((ctx) => markSentByHand(ctx, kind, id, other.lead))).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(one.inside((ctx) => markSentByHand(ctx, kind, "x", one.lead))).rejects.toMatchObject({
      code: "not_found",
    });
  }
  await expect(one.inside((ctx) => markSentByHand(ctx, "text", mail!.id, one.lead))).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await one.list()).toEqual([mail, text]);
});

it("offers nothing to somebody who wants none any more", async () => {
  const { shop, lead, inside, list } = await waiting();
  const told = async () => {
    const [first] = await shop.ledger(lead);
    const { unsubscribedAt } = await inside((ctx) => getLead(ctx, lead));
    return outcomeOf(first!, clock.now(), true, unsubscribedAt !== null);
  };
  expect(await told()).toMatchObject({ state: "now", label: "waiting for you to send it from your email" });
  await inside((ctx) => unsubscribeLead(ctx, lead));
  expect(await list()).toEqual([]);
  expect(await told()).toMatchObject({ state: "unsent", label: "not sent: they unsubscribed" });
});

it.each([
  ["they replied", (ctx: AccountContext, lead: string) => recordReply(ctx, lead, { via: "owner" }), 1],
  ["they have an appointment", bookLead, 1],
  ["they said yes", (ctx: AccountContext, lead: string) => endLead(ctx, lead, "won"), 1],
  ["they said no", (ctx: AccountContext, lead: string) => endLead(ctx, lead, "lost"), 1],
  [
    "their email address doesn’t work",
    (ctx: AccountContext, lead: string) => noteBadAddress(ctx, lead, "dana+deck@client.test"),
    0,
  ],
  ["they marked it as spam", noteComplaint, 0],
] as const)(
  "no link outlives what ends the follow-up but that of the promised gift: %s",
  async (reason, ends, stays) => {
    clock.set("2026-11-20T17:00:00Z");
    const { shop, lead, inside, list } = await waiting();
    clock.advance({ hours: 24 * 4 });
    await shop.send();
    await inside((ctx) =>
      ctx.db.execute(sql`update mail_messages set via = 'outbox' where about_id = ${lead}`),
    );
    const [gift, followUp] = await list();
    expect([gift?.kind, followUp?.kind]).toEqual(["mail", "mail"]);
    await inside((ctx) => ends(ctx, lead));
    expect((await list()).map(({ id }) => id)).toEqual([gift!.id].slice(0, stays));
    const lines = await shop.ledger(lead);
    expect(lines.map((line) => outcomeOf(line, clock.now(), true).label).slice(1)).toEqual([
      `not sent: ${reason}`,
    ]);
    // It was sent in the meantime, so a page opened earlier can't mark it any more.
    await expect(inside((ctx) => markSentByHand(ctx, "mail", followUp!.id, lead))).rejects.toMatchObject({
      code: "not_found",
    });
  },
);
