import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { goLive } from "#trade/sequences/live.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { openBusiness } from "../testing/business.ts";

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const clock = testClock(FRIDAY);
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
});
afterAll(() => test.drop());
beforeEach(() => clock.set(FRIDAY));

describe("emails of the owner's own", () => {
  const emails = [
    { day: 0, subject: "One", body: "Hi {{first_name}},\n\nfirst.\n\nThanks,\nPat" },
    { day: 3, subject: "Two", body: "Second." },
    { day: 5, subject: "Three", body: "Third." },
    { day: 9, subject: "Four", body: "Fourth." },
  ];
  const subjects = ["Here is the guide", "One", "Two", "Three", "Four"];

  async function live() {
    const shop = await openBusiness();
    await withAccount(shop.account, (ctx) =>
      goLive(ctx, shop.page.id, { name: "Decks", dripId: newId(), emails, title: "Here is the guide" }),
    );
    return shop;
  }
  /** Sends and delivers due steps, hour by hour, until `end`, as a worker and a mailer would. */
  async function until(account: string, end: string) {
    while (Temporal.Instant.compare(clock.now(), Temporal.Instant.from(end)) < 0) {
      await sendDueSteps(account);
      await deliver(account);
      clock.advance({ hours: 1 });
    }
  }
  const planned = async (shop: Awaited<ReturnType<typeof openBusiness>>, lead: string) =>
    (await shop.ledger(lead)).map(
      ({ state, dueAt }) =>
        `${state} ${dueAt.toZonedDateTimeISO("America/Denver").toPlainDateTime().toString()}`,
    );

  it("start after the gift, never two on one day, and on no weekend or holiday", async () => {
    const shop = await live();
    const lead = await shop.captured("plan@client.test");
    expect(await planned(shop, lead)).toEqual([
      "waiting 2026-11-20T10:00:00",
      // A day after the gift, then two days later. Thanksgiving is skipped, which moves the following steps.
      "waiting 2026-11-23T09:00:00",
      "waiting 2026-11-25T09:00:00",
      "waiting 2026-11-27T09:00:00",
      "waiting 2026-12-01T09:00:00",
    ]);
    await until(shop.account, "2026-12-03T00:00:00Z");
    expect((await shop.messages()).map(({ subject }) => subject)).toEqual(subjects);
    expect((await shop.messages())[1]!.text).toContain("Hi Dana,");
  });

  it("leave those who are inside the emails before where they are, and start nobody twice", async () => {
    const shop = await openBusiness();
    const before = await shop.captured("before@client.test");
    const change = (name: string) =>
      withAccount(shop.account, (ctx) =>
        goLive(ctx, shop.page.id, { name, dripId: newId(), emails, title: "Here is the guide" }),
      );
    await change("Decks");
    await change("Decks again");
    expect(await shop.captured("before@client.test")).toBe(before);
    expect(await shop.ledger(before)).toHaveLength(2);
    expect(await shop.ledger(await shop.captured("after@client.test"))).toHaveLength(5);
    const { rows } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`select name from sequences where page_id = ${shop.page.id} order by created_at`),
    );
    // The same emails under another name don't create another sequence.
    expect(rows).toHaveLength(2);
  });

  it("go on one after the other after a downtime of a week: a plan, not a blast", async () => {
    const shop = await live();
    const lead = await shop.captured("week@client.test");
    await until(shop.account, "2026-11-23T20:00:00Z");
    clock.set("2026-12-03T08:00:00Z"); // Thursday, 1:00 in Denver: Two, Three and Four are overdue.
    await Promise.all([1, 2, 3, 4].map(() => sendDueSteps(shop.account)));
    expect(await shop.messages()).toHaveLength(2);
    // The ledger shows the new plan right away.
    expect((await planned(shop, lead)).slice(2)).toEqual([
      "waiting 2026-12-03T09:00:00",
      "waiting 2026-12-07T09:00:00",
      "waiting 2026-12-11T09:00:00",
    ]);
    clock.set("2026-12-03T16:00:00Z");
    await Promise.all([1, 2, 3, 4].map(() => sendDueSteps(shop.account)));
    expect(await shop.messages()).toHaveLength(3);
    await until(shop.account, "2026-12-14T00:00:00Z");
    expect((await shop.messages()).map(({ subject }) => subject)).toEqual(subjects);
  });

  it("keep their distance when a downtime ends in working hours, and when a mail server takes its time", async () => {
    const shop = await live();
    const lead = await shop.captured("slow@client.test");
    await until(shop.account, "2026-11-23T20:00:00Z");
    clock.set("2026-12-03T18:00:00Z"); // 11:00 in Denver
    await Promise.all([1, 2, 3, 4].map(() => sendDueSteps(shop.account)));
    expect(await shop.messages()).toHaveLength(3);
    // Two is waiting at the mail server; Three was due long ago.
    await sendDueSteps(shop.account);
    expect((await planned(shop, lead)).slice(3)).toEqual([
      "waiting 2026-12-07T09:00:00",
      "waiting 2026-12-11T09:00:00",
    ]);
    clock.set("2026-12-07T18:00:01Z");
    await sendDueSteps(shop.account);
    expect(await shop.messages()).toHaveLength(3);
    await deliver(shop.account);
    clock.set("2026-12-09T18:00:10Z");
    await sendDueSteps(shop.account);
    expect(await shop.messages()).toHaveLength(4);
  });

  it("are stopped by an opt-out at the very moment in which they are moved", async () => {
    const shop = await live();
    const leads = [];
    for (let at = 0; at < 12; at++) leads.push(await shop.captured(`race${at}@client.test`));
    await until(shop.account, "2026-11-23T20:00:00Z");
    clock.set("2026-12-03T08:00:00Z");
    await Promise.all([
      ...[1, 2, 3].map(() => sendDueSteps(shop.account)),
      ...leads.map((lead) => withAccount(shop.account, (ctx) => unsubscribeLead(ctx, lead))),
    ]);
    for (const lead of leads)
      expect((await shop.ledger(lead)).slice(2).map(({ state, reason }) => `${state} ${reason}`)).toEqual(
        Array.from({ length: 3 }, () => "not_sent they unsubscribed"),
      );
  });
});
