import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordReply } from "#trade/leads/data.server.ts";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { accountsWithDueSteps, sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
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

describe("the engine", () => {
  it("plans the gift at once and the follow-up for the next working day after two", async () => {
    const { captured, ledger } = await openBusiness();
    const lines = await ledger(await captured("a@client.test"));
    expect(lines.map((line) => [line.state, line.dueAt.toString()])).toEqual([
      ["waiting", "2026-11-20T17:00:00Z"],
      ["waiting", "2026-11-23T16:00:00Z"],
    ]);
  });

  it("enrols somebody who asks again only once: nothing of it is sent twice", async () => {
    const { account, captured, ledger, messages } = await openBusiness();
    const lead = await captured("again@client.test");
    await sendDueSteps(account);
    clock.advance({ hours: 1 });
    expect(await captured("again@client.test")).toBe(lead);
    await sendDueSteps(account);
    expect(await ledger(lead)).toHaveLength(2);
    expect(await messages()).toHaveLength(1);
  });

  it("sends each step once however many workers sweep at the same moment", async () => {
    const { account, captured, messages } = await openBusiness();
    for (let at = 0; at < 30; at++) await captured(`c${at}@client.test`);
    await Promise.all(Array.from({ length: 8 }, () => sendDueSteps(account)));
    await sendDueSteps(account);
    const sent = await messages();
    expect(sent).toHaveLength(30);
    expect(new Set(sent.map((mail) => mail.recipient)).size).toBe(30);
    expect(sent[0]?.text).toContain("1 Main St, Denver");
    expect(sent[0]?.text).toContain("/u/");
    expect(sent[0]?.text).toContain("Hi Dana,");
  });

  it("finds accounts with due work by id only, and none before their time", async () => {
    const { account, captured } = await openBusiness();
    await captured("due@client.test");
    expect(await accountsWithDueSteps(1000)).toContain(account);
    await sendDueSteps(account);
    expect(await accountsWithDueSteps(1000)).not.toContain(account);
    clock.advance({ hours: 24 * 4 });
    expect(await accountsWithDueSteps(1000)).toContain(account);
  });

  it("says `not sent: no mailing address` for every step, and keeps the lead", async () => {
    const { account, captured, ledger, messages } = await openBusiness({ postalAddress: "" });
    const lead = await captured("noaddress@client.test");
    await sendDueSteps(account);
    clock.advance({ hours: 24 * 4 });
    await sendDueSteps(account);
    expect((await ledger(lead)).map((line) => [line.state, line.reason])).toEqual([
      ["not_sent", "no mailing address"],
      ["not_sent", "no mailing address"],
    ]);
    expect(await messages()).toEqual([]);
  });

  it("holds everything until the owner has verified their address, then sends", async () => {
    const { account, captured, messages } = await openBusiness({ verified: false });
    await captured("early@client.test");
    expect(await sendDueSteps(account)).toBe(0);
    expect(await messages()).toEqual([]);
    await withSystem((ctx) => ctx.db.execute(sql`update identity_users set email_verified = true`));
    clock.advance({ minutes: 2 });
    expect(await sendDueSteps(account)).toBe(1);
    expect(await messages()).toHaveLength(1);
  });

  it("stops on a reply, but still sends what was promised", async () => {
    const { account, captured, ledger } = await openBusiness();
    const lead = await captured("replies@client.test");
    await withAccount(account, (ctx) => recordReply(ctx, lead, { via: "owner" }));
    await sendDueSteps(account);
    clock.advance({ hours: 24 * 4 });
    await sendDueSteps(account);
    expect((await ledger(lead)).map((line) => [line.state, line.reason])).toEqual([
      ["handed", null],
      ["not_sent", "they replied"],
    ]);
  });

  it("sends nothing at all after an opt-out, also when the mail waited in the queue already", async () => {
    const { account, captured, ledger, messages } = await openBusiness();
    const lead = await captured("stop@client.test");
    await sendDueSteps(account);
    await withAccount(account, (ctx) => unsubscribeLead(ctx, lead));
    expect((await messages()).map((mail) => mail.state)).toEqual(["suppressed"]);
    clock.advance({ hours: 24 * 4 });
    await sendDueSteps(account);
    expect((await ledger(lead)).map((line) => [line.state, line.reason])).toEqual([
      ["handed", null],
      ["not_sent", "they unsubscribed"],
    ]);
  });

  it("is not held up by one message that can't be made", async () => {
    const { account, captured, ledger, messages } = await openBusiness();
    const broken = await captured("broken@client.test");
    await captured("fine@client.test");
    await withAccount(account, (ctx) =>
      ctx.db.execute(sql`update leads set email = 'no address at all' where id = ${broken}`),
    );
    await sendDueSteps(account);
    expect((await messages()).map((mail) => mail.recipient)).toEqual(["fine@client.test"]);
    expect((await ledger(broken))[0]).toMatchObject({
      state: "not_sent",
      reason: "we couldn’t make the message from what’s on file",
    });
  });

  it("re-plans what a downtime made overdue to the next working hours instead of the middle of the night", async () => {
    const { account, captured, ledger } = await openBusiness();
    const lead = await captured("late@client.test");
    await sendDueSteps(account);
    await deliver(account);
    clock.set("2026-11-25T09:00:00Z"); // 2:00 on Wednesday in Denver
    await sendDueSteps(account);
    const [, followUp] = await ledger(lead);
    expect([followUp?.state, followUp?.dueAt.toString()]).toEqual(["waiting", "2026-11-25T16:00:00Z"]);
    clock.set("2026-11-25T16:00:01Z");
    await sendDueSteps(account);
    expect((await ledger(lead))[1]?.state).toBe("handed");
  });
});
