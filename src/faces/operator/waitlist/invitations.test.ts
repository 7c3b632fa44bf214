import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toolsOf } from "#ground/businesses/public.server.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { newToken } from "#platform/db/tokens.server.ts";
import { acceptInvitation, findInvitation, invite, inviteAgain } from "./invitations.server.ts";
import { accountOf, mailsTo, openConsole, rows, signIn, type Someone } from "../testing/console.ts";

const START = "2026-11-20T09:00:00Z";
const clock = testClock(START);
let database: TestDatabase;
let number = 0;
beforeAll(async () => void (database = await openConsole(clock)));
afterAll(() => database.drop());
beforeEach(() => clock.set(START));

const newEmail = () => `person${++number}@waiting.test`;
async function invited(email: string): Promise<string> {
  await withSystem((ctx) => invite(ctx, [{ email, tool: "checklists" }]));
  return lastToken(email);
}
async function lastToken(email: string): Promise<string> {
  return /\/early-access\/([\w-]{24})\s/.exec((await mailsTo(email)).at(-1)!.text)![1]!;
}
const accept = (who: Someone, token: string, account: string) =>
  withAccount(account, (ctx) => acceptInvitation(ctx, token, account), who.person);
const tools = (account: string) =>
  withAccount(account, async (ctx) => (await toolsOf(ctx)).map((tool) => tool.word));

describe("an invitation", () => {
  test("is mailed with a link whose token is not in the database, and found by it", async () => {
    const email = newEmail();
    const token = await invited(email);
    expect(await mailsTo(email)).toMatchObject([{ subject: "Checky is ready for you" }]);
    expect((await mailsTo(email))[0]!.html).toContain(`/early-access/${token}`);
    expect(JSON.stringify(await rows(sql`select * from operator_invitations`))).not.toContain(token);
    expect(await findInvitation(token)).toMatchObject({
      email,
      tool: { word: "checklists" },
      state: "open",
      business: null,
    });
  });

  test.each(["", "x", "../../etc", "%00", "' or 1=1 --", "a".repeat(24), "a".repeat(49)])(
    "is not found for the forged token “%s”",
    async (token) => {
      expect(await findInvitation(token)).toBeUndefined();
      const who = await signIn(newEmail());
      await expect(accept(who, token, await accountOf(who))).rejects.toMatchObject({ code: "not_found" });
    },
  );

  test("gives its tool to the account of the person it was mailed to, in whatever case they write their address", async () => {
    const email = newEmail();
    const token = await invited(email);
    const who = await signIn(email.replace("person", "Person"), { verified: false });
    const account = await accountOf(who);
    expect(await tools(account)).toEqual([]);
    expect(await accept(who, token, account)).toMatchObject({ name: "Checky" });
    expect(await tools(account)).toEqual(["checklists"]);
    expect(await findInvitation(token)).toMatchObject({ state: "accepted", business: account });
    // A repeat (a double click, a link opened twice) isn't an error.
    expect(await accept(who, token, account)).toMatchObject({ name: "Checky" });
  });

  test("is for one account: a second one of the same person is refused", async () => {
    const email = newEmail();
    const token = await invited(email);
    const who = await signIn(email);
    const [first, other] = [await accountOf(who), await accountOf(await signIn(newEmail()))];
    await accept(who, token, first);
    await expect(accept(who, token, other)).rejects.toMatchObject({ code: "conflict" });
    expect(await tools(other)).toEqual([]);
  });

  test("of two accounts at once only one gets it", async () => {
    const email = newEmail();
    const token = await invited(email);
    const who = await signIn(email);
    const accounts = [await accountOf(who), await accountOf(await signIn(newEmail()))];
    const outcomes = await Promise.allSettled(accounts.map((account) => accept(who, token, account)));
    expect(outcomes.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await Promise.all(accounts.map(tools))).flat()).toEqual(["checklists"]);
  });

  test("is for the address it was mailed to, and stays open when somebody else follows it", async () => {
    const token = await invited(newEmail());
    const stranger = await signIn(newEmail());
    const account = await accountOf(stranger);
    await expect(accept(stranger, token, account)).rejects.toMatchObject({ code: "forbidden" });
    await expect(withAccount(account, (ctx) => acceptInvitation(ctx, token, account))).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await tools(account)).toEqual([]);
    expect(await findInvitation(token)).toMatchObject({ state: "open" });
  });

  test("ends after 90 days", async () => {
    const email = newEmail();
    const token = await invited(email);
    const who = await signIn(email);
    const account = await accountOf(who);
    clock.advance({ hours: 90 * 24 - 1 });
    expect(await findInvitation(token)).toMatchObject({ state: "open" });
    clock.advance({ hours: 1 });
    expect(await findInvitation(token)).toMatchObject({ state: "expired" });
    await expect(accept(who, token, account)).rejects.toMatchObject({ code: "conflict" });
    expect(await tools(account)).toEqual([]);
  });
});

describe("inviting", () => {
  test("twice, or many times at once, mails once", async () => {
    const email = newEmail();
    const before = await Promise.all(
      Array.from({ length: 5 }, () => withSystem((ctx) => invite(ctx, [{ email, tool: "logs" }]))),
    );
    expect(before.flat()).toHaveLength(1);
    expect(await withSystem((ctx) => invite(ctx, [{ email, tool: "logs" }]))).toEqual([]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("again sends a new link, and the old one stops working", async () => {
    const email = newEmail();
    const old = await invited(email);
    clock.advance({ hours: 24 * 100 });
    expect(await withSystem((ctx) => inviteAgain(ctx, { email, tool: "checklists" }))).toBe(true);
    const token = await lastToken(email);
    expect(token).not.toBe(old);
    expect(await findInvitation(old)).toBeUndefined();
    expect(await findInvitation(token)).toMatchObject({ state: "open" });
  });

  test("again does nothing for somebody who was never invited, or has the tool", async () => {
    const email = newEmail();
    expect(await withSystem((ctx) => inviteAgain(ctx, { email, tool: "logs" }))).toBe(false);
    const token = await invited(email);
    const who = await signIn(email);
    await accept(who, token, await accountOf(who));
    expect(await withSystem((ctx) => inviteAgain(ctx, { email, tool: "checklists" }))).toBe(false);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("is undone with its transaction: no mail without an invitation", async () => {
    const email = newEmail();
    await withSystem(async (ctx) => {
      await invite(ctx, [{ email, tool: "logs" }]);
      throw new Error("changed my mind");
    }).catch(() => {});
    expect(await mailsTo(email)).toEqual([]);
    expect(await rows(sql`select 1 from operator_invitations where email = ${email}`)).toEqual([]);
  });

  test("a token is never the same twice", () =>
    expect(new Set(Array.from({ length: 100 }, newToken)).size).toBe(100));
});
