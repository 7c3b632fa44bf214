import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lockIfActive } from "#ground/businesses/public.server.ts";
import { atPage } from "#trade/leads/page/pages.server.ts";
import { acceptCapture } from "#trade/leads/capture/capture-queue.server.ts";
import { captureSchema } from "#trade/leads/form/schema.ts";
import { restore, suspend } from "#faces/operator/accounts/accounts.server.ts";
import { accountsWithDueSteps, sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { mayStillSend } from "#trade/sequences/sending/may-send.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount } from "#platform/db/scope.server.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import type { MailMessage } from "#platform/mail/message.ts";
import { openBusiness } from "../../testing/business.ts";

// What suspending an account stops, from the personal page to the last message, and how everything resumes.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const clock = testClock(FRIDAY);
const operator: Person = { id: newId(), email: "boss@operator.test", emailVerified: true };
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
});
afterAll(() => test.drop());
beforeEach(() => clock.set(FRIDAY));

const due = async (account: string) => (await accountsWithDueSteps(1000)).includes(account);
const DAY = { hours: 24 };

describe("a suspended account", () => {
  it("sends nothing that is due, says why in the ledger, and is not looked at again and again", async () => {
    const { account, captured, ledger, messages } = await openBusiness();
    const lead = await captured("a@client.test");
    expect(await due(account)).toBe(true);
    expect(await suspend(operator, account, "spam")).toBe(true);
    expect(await due(account)).toBe(false);
    expect(await sendDueSteps(account)).toBe(0);
    expect(await messages()).toEqual([]);
    expect((await ledger(lead)).map((line) => [line.state, line.reason])).toEqual([
      ["waiting", "account suspended"],
      ["waiting", "account suspended"],
    ]);
  });

  it("takes back mail that is queued or in a sender's hands, and plans it again", async () => {
    const { account, captured, ledger, messages } = await openBusiness();
    const leads = [await captured("a@client.test"), await captured("b@client.test")];
    await sendDueSteps(account);
    await withAccount(account, (ctx) =>
      ctx.db
        .execute(sql`update mail_messages set state = 'claimed', claimed_by = 1, claimed_at = ${ctx.now.toString()}
        where id = (select min(id::text)::uuid from mail_messages)`),
    );
    await suspend(operator, account, "spam");
    expect((await messages()).map((mail) => [mail.state, mail.reason])).toEqual([
      ["suppressed", "account suspended"],
      ["suppressed", "account suspended"],
    ]);
    for (const lead of leads)
      expect((await ledger(lead))[0]).toMatchObject({
        state: "waiting",
        reason: "account suspended",
        message: null,
      });
    await restore(operator, account);
    await sendDueSteps(account);
    expect((await messages()).map((mail) => mail.state).sort()).toEqual([
      "queued",
      "queued",
      "suppressed",
      "suppressed",
    ]);
  });

  it("leaves alone what was sent, or is leaving this moment", async () => {
    const { account, captured, messages } = await openBusiness();
    await captured("a@client.test");
    await captured("b@client.test");
    await sendDueSteps(account);
    const [first, second] = await messages();
    await withAccount(account, async (ctx) => {
      await ctx.db.execute(
        sql`update mail_messages set state = 'sent', sent_at = ${ctx.now.toString()} where id = ${first!.id}`,
      );
      await ctx.db.execute(
        sql`update mail_messages set state = 'committing', claimed_by = 1 where id = ${second!.id}`,
      );
    });
    await suspend(operator, account, "spam");
    expect((await messages()).map((mail) => mail.state)).toEqual(["sent", "committing"]);
    await restore(operator, account);
    await sendDueSteps(account);
    expect(await messages()).toHaveLength(2);
  });

  it("asks once more before a mail that waited is tried again", async () => {
    const { account, captured } = await openBusiness();
    const aboutId = await captured("a@client.test");
    const message = { id: newId(), accountId: account, aboutId } as MailMessage;
    expect(await mayStillSend(message)).toEqual({ ok: true });
    await suspend(operator, account, "spam");
    expect(await mayStillSend(message)).toEqual({ suppressed: "account suspended" });
  });

  it("waits for what is being decided at this moment, and then stops that too", async () => {
    const { account, captured, messages } = await openBusiness();
    await captured("a@client.test");
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const sweep = withAccount(account, async (ctx) => {
      expect(await lockIfActive(ctx)).toBe(true);
      begun.resolve();
      await gate.promise;
    });
    await begun.promise;
    let isSuspended = false;
    const suspending = suspend(operator, account, "spam").then(() => (isSuspended = true));
    await sleep(300);
    expect(isSuspended).toBe(false);
    gate.resolve();
    await Promise.all([sweep, suspending]);
    expect(await withAccount(account, lockIfActive)).toBe(false);
    expect(await messages()).toEqual([]);
  });

  it("lets nothing slip out that a sweep was deciding at the same moment", async () => {
    for (let round = 0; round < 8; round++) {
      const { account, captured, messages } = await openBusiness();
      for (let at = 0; at < 5; at++) await captured(`c${at}@client.test`);
      await Promise.all([sendDueSteps(account), suspend(operator, account, "spam"), sendDueSteps(account)]);
      await sendDueSteps(account);
      expect((await messages()).filter((mail) => mail.state !== "suppressed")).toEqual([]);
    }
  });

  it("shows its personal pages as closed, takes no name there, and opens them again", async () => {
    const {
      account,
      page: { slug },
      messages,
    } = await openBusiness();
    const ask = () =>
      acceptCapture(
        slug,
        captureSchema.parse({ name: "Dana", email: "late@client.test", consent: "yes" }),
        {},
      );
    const show = () => atPage(slug, async (_, page) => page.slug);
    expect(await show()).toBe(slug);
    await suspend(operator, account, "spam");
    await expect(show()).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("This page is closed."),
    });
    await expect(ask()).rejects.toMatchObject({ code: "not_found" });
    const { rows } = await withAccount(account, (ctx) => ctx.db.execute(sql`select 1 from leads_captures`));
    expect(rows).toEqual([]);
    await restore(operator, account);
    expect(await show()).toBe(slug);
    await ask();
    expect(await messages()).toEqual([]);
  });
});

describe("a restored account", () => {
  it("sends what was promised, and moves the rest by as long as it was held: no rush", async () => {
    const { account, captured, ledger, messages } = await openBusiness();
    const lead = await captured("a@client.test");
    await suspend(operator, account, "spam");
    clock.advance({ hours: 24 * 10 });
    await restore(operator, account);
    expect((await ledger(lead)).map((line) => [line.state, line.reason, line.dueAt.toString()])).toEqual([
      ["waiting", null, "2026-11-30T17:00:00Z"],
      // Was due on the Monday three days later, at 9:00 in Denver; the same distance now ends on Thursday.
      ["waiting", null, "2026-12-03T16:00:00Z"],
    ]);
    await sendDueSteps(account);
    expect(await messages()).toHaveLength(1);
    await deliver(account);
    clock.set("2026-12-03T16:01:00Z");
    await sendDueSteps(account);
    expect(await messages()).toHaveLength(2);
  });

  it("does not send what is too late by then, and says why", async () => {
    const { account, captured, ledger, messages } = await openBusiness();
    const lead = await captured("a@client.test");
    await sendDueSteps(account);
    await suspend(operator, account, "spam");
    clock.advance({ hours: 24 * 60 });
    await restore(operator, account);
    expect((await ledger(lead))[1]).toMatchObject({ state: "not_sent", reason: "account suspended" });
    clock.advance(DAY);
    await sendDueSteps(account);
    // The canceled gift is what they asked for, so it still goes out.
    expect((await messages()).map((mail) => mail.state)).toEqual(["suppressed", "queued"]);
  });

  it("is itself again: suspended and restored twice at once changes nothing the second time", async () => {
    const { account } = await openBusiness();
    const suspended = await Promise.all([suspend(operator, account, "a"), suspend(operator, account, "b")]);
    expect(suspended.filter(Boolean)).toHaveLength(1);
    const restored = await Promise.all([restore(operator, account), restore(operator, account)]);
    expect(restored.filter(Boolean)).toHaveLength(1);
    expect(await suspend(operator, newId(), "nobody")).toBe(false);
  });
});
