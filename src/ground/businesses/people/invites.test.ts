import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { newAccountToken } from "#platform/db/tokens.server.ts";
import { setInviteJobs } from "./invite-jobs.server.ts";
import { inviteSchema } from "./invite-schema.ts";
import {
  acceptInvite,
  inviteToAccount,
  openInvites,
  readInvite,
  resendInvite,
  revokeInvite,
} from "./invites.server.ts";
import { listPeople, lockMembers } from "./people.server.ts";
import { suspendAccount } from "../access/suspension.server.ts";
import { acting, businessOf, colleague, mailsTo, newestToken, somebody } from "../testing/people.ts";

const START = "2026-11-20T16:00:00Z";
const clock = testClock(START);
let test: TestDatabase;
let owner: Person;
let account: string;

beforeAll(async () => void (test = await createTestInstallation(clock)));
afterAll(() => test.drop());
beforeEach(async () => {
  clock.set(START);
  owner = await somebody();
  account = await businessOf(owner);
});

const invite = (email: string, role: "manager" | "member" | "guest" = "member", by = owner, jobId?: string) =>
  acting(by, account, (ctx) => inviteToAccount(ctx, { email, role, ...(jobId ? { jobId } : {}) }));
const invited = async () => (await acting(owner, account, openInvites))[0]!;
const people = () => acting(owner, account, listPeople);
const address = () => `${newId()}@new.test`;

describe("an invitation", () => {
  it("resent while being accepted waits, and neither fails", async () => {
    const pat = await somebody(address());
    await invite(pat.email);
    const token = await newestToken(pat.email);
    const waiting = Promise.withResolvers<void>();
    const again = acting(owner, account, async (ctx) => {
      await lockMembers(ctx);
      waiting.resolve();
      // Long enough for the other one to wait for the lock or, in the wrong order, to hold a row needed here.
      await sleep(300);
      return resendInvite(ctx, (await openInvites(ctx))[0]!.id);
    });
    await waiting.promise;
    const [sent, joined] = await Promise.all([again, acceptInvite(token, pat)]);
    expect(sent).toEqual({ kind: "sent", again: true });
    // The newest email has another link by now.
    expect(joined).toEqual({ kind: "unknown" });
    expect(await acceptInvite(await newestToken(pat.email), pat)).toEqual({
      kind: "joined",
      accountId: account,
    });
  });

  it("is emailed by the product, and lets its recipient join", async () => {
    const pat = await somebody(address(), false);
    expect(await invite(pat.email)).toEqual({ kind: "sent", again: false });
    const [mail, ...more] = await mailsTo(pat.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: `${owner.email} invited you to join Lake View Decking`,
      replyTo: owner.email,
    });
    expect(mail!.text).toContain(`http://localhost:3000/join/${mail!.token}`);
    expect(await readInvite(mail!.token)).toEqual({
      kind: "open",
      invite: { business: "Lake View Decking", inviter: owner.email, email: pat.email, role: "member" },
    });
    expect(await acceptInvite(mail!.token, pat)).toEqual({ kind: "joined", accountId: account });
    expect((await people()).map(({ email, role }) => [email, role])).toEqual([
      [owner.email, "owner"],
      [pat.email, "member"],
    ]);
    // The link went only to that mailbox, and they are signed in under its address.
    const { rows } = await withSystem((ctx) =>
      ctx.db.execute<{ email_verified: boolean }>(
        sql`select email_verified from identity_users where id = ${pat.id}`,
      ),
    );
    expect(rows[0]!.email_verified).toBe(true);
    const { rows: lines } = await withAccount(account, (ctx) =>
      ctx.db.execute<{ action: string; who: string }>(
        sql`select action, who from businesses_audit order by at, id`,
      ),
    );
    expect(lines.map((line) => line.action)).toEqual(["account.opened", "people.invited", "people.joined"]);
    expect(lines[2]!.who).toBe(pat.email);
  });

  it("hides its link from the business: the email is in no account, and only a hash is stored", async () => {
    const email = address();
    await invite(email);
    const token = await newestToken(email);
    const stored = await withAccount(account, async (ctx) => {
      const { rows } = await ctx.db.execute(sql`select count(*)::int as n from mail_messages`);
      const invites = await ctx.db.execute(sql`select * from businesses_invites`);
      const audit = await ctx.db.execute(sql`select * from businesses_audit`);
      return { mails: rows[0]!["n"], text: JSON.stringify([invites.rows, audit.rows]) };
    });
    expect(stored.mails).toBe(0);
    expect(stored.text).not.toContain(token);
  });

  it.each([
    ["nonsense", () => "nonsense"],
    ["of the right shape", () => newAccountToken(account)],
    ["of a business that is not there", () => newAccountToken(newId())],
  ])("that is %s opens nothing", async (_, token) => {
    const pat = await somebody();
    expect(await readInvite(token())).toEqual({ kind: "unknown" });
    expect(await acceptInvite(token(), pat)).toEqual({ kind: "unknown" });
  });

  it("expires after 14 days; when resent, only the new link works", async () => {
    const pat = await somebody();
    await invite(pat.email);
    const first = await newestToken(pat.email);
    clock.advance({ hours: 24 * 14 - 1 });
    expect((await readInvite(first)).kind).toBe("open");
    clock.advance({ hours: 1 });
    expect(await readInvite(first)).toEqual({ kind: "expired" });
    expect(await acceptInvite(first, pat)).toEqual({ kind: "expired" });
    const { id } = await invited();
    expect(await acting(owner, account, (ctx) => resendInvite(ctx, id))).toEqual({
      kind: "sent",
      again: true,
    });
    expect(await acceptInvite(first, pat)).toEqual({ kind: "unknown" });
    expect((await acceptInvite(await newestToken(pat.email), pat)).kind).toBe("joined");
  });

  it("when revoked, opens nothing and can't be revoked or resent", async () => {
    const pat = await somebody();
    await invite(pat.email);
    const { id } = await invited();
    await acting(owner, account, (ctx) => revokeInvite(ctx, id));
    const token = await newestToken(pat.email);
    expect(await acceptInvite(token, pat)).toEqual({ kind: "revoked" });
    expect(await people()).toHaveLength(1);
    for (const again of [revokeInvite, resendInvite])
      await expect(acting(owner, account, async (ctx) => void (await again(ctx, id)))).rejects.toMatchObject({
        code: "not_found",
      });
    // They can be invited again.
    expect(await invite(pat.email)).toEqual({ kind: "sent", again: false });
  });

  it("works once, and accepting it twice at the same time is harmless", async () => {
    const pat = await somebody();
    await invite(pat.email);
    const token = await newestToken(pat.email);
    const both = await Promise.all([acceptInvite(token, pat), acceptInvite(token, pat)]);
    expect(both.map((one) => one.kind)).toEqual(["joined", "joined"]);
    expect(await people()).toHaveLength(2);
    const stranger = await somebody();
    expect((await acceptInvite(token, stranger)).kind).toBe("used");
    expect(await people()).toHaveLength(2);
  });

  it("works for its address only", async () => {
    const pat = await somebody();
    await invite(pat.email);
    const stranger = await somebody();
    expect(await acceptInvite(await newestToken(pat.email), stranger)).toEqual({ kind: "not-yours" });
    expect(await people()).toHaveLength(1);
    expect((await invited()).acceptedAt).toBeNull();
  });

  it("waits while the business is suspended, and opens nothing once it is erased", async () => {
    const pat = await somebody();
    await invite(pat.email);
    const token = await newestToken(pat.email);
    await withAccount(account, (ctx) => suspendAccount(ctx, "test"));
    expect(await acceptInvite(token, pat)).toEqual({ kind: "suspended" });
    await withAccount(account, async (ctx) => {
      for (const table of ["businesses_invites", "businesses_members", "businesses_accounts"])
        await ctx.db.execute(sql.raw(`delete from ${table} where account_id = '${account}'`));
    });
    expect(await acceptInvite(token, pat)).toEqual({ kind: "unknown" });
  });

  it("changes nothing for a person who has joined another way", async () => {
    const pat = await colleague(owner, account, "manager");
    await withAccount(account, (ctx) =>
      ctx.db.execute(
        sql`update businesses_invites set accepted_at = null, accepted_by = null, role = 'member' where email = ${pat.email}`,
      ),
    );
    expect((await acceptInvite(await newestToken(pat.email), pat)).kind).toBe("joined");
    expect((await people()).find((one) => one.userId === pat.id)?.role).toBe("manager");
  });
});

describe("inviting", () => {
  it("the same address twice leaves one open invitation with the newest link and role", async () => {
    const email = address();
    expect(
      await Promise.all([invite(email), invite(email)]).then((both) => both.map((one) => one.kind)),
    ).toEqual(["sent", "sent"]);
    await invite(email, "manager");
    expect((await acting(owner, account, openInvites)).map((one) => [one.email, one.role])).toEqual([
      [email, "manager"],
    ]);
    const tokens = (await mailsTo(email)).map((mail) => mail.token);
    const states = await Promise.all(tokens.map(async (token) => (await readInvite(token)).kind));
    expect(states.toSorted()).toEqual(["open", "unknown", "unknown"]);
  });

  it("oneself or a member is a field error, ignoring case", async () => {
    const pat = await colleague(owner, account, "member");
    for (const email of [owner.email, pat.email]) {
      const typed = inviteSchema.parse({ email: ` ${email.toUpperCase()} `, role: "member" });
      await expect(acting(owner, account, (ctx) => inviteToAccount(ctx, typed))).rejects.toMatchObject({
        code: "invalid",
        fields: { email: expect.any(String) },
      });
    }
  });

  it("doesn't reveal whether an address has an account", async () => {
    const known = await somebody();
    expect(await invite(known.email)).toEqual(await invite(address()));
    expect((await mailsTo(known.email))[0]!.text.replaceAll(/\/join\/\S+/g, "")).toContain("No account yet?");
  });

  it("requires a verified inviter and a business name", async () => {
    const shy = await somebody(address(), false);
    const own = await businessOf(shy);
    await expect(
      acting(shy, own, (ctx) => inviteToAccount(ctx, { email: address(), role: "member" })),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    await withAccount(account, (ctx) => ctx.db.execute(sql`update businesses_accounts set name = null`));
    await expect(invite(address())).rejects.toMatchObject({ code: "conflict" });
  });

  it("is limited to the roles a person may give", async () => {
    const manager = await colleague(owner, account, "manager");
    const member = await colleague(owner, account, "member");
    const email = address();
    await invite(email, "manager");
    await expect(invite(address(), "manager", manager)).rejects.toMatchObject({ code: "forbidden" });
    await expect(invite(address(), "member", member)).rejects.toMatchObject({ code: "forbidden" });
    expect((await invite(address(), "member", manager)).kind).toBe("sent");
    // A manager can't downgrade, resend or revoke an owner's invitation of a manager.
    await expect(invite(email, "member", manager)).rejects.toMatchObject({
      fields: { email: expect.any(String) },
    });
    const { id } = (await acting(owner, account, openInvites)).find((one) => one.email === email)!;
    for (const change of [revokeInvite, resendInvite])
      await expect(
        acting(manager, account, async (ctx) => void (await change(ctx, id))),
      ).rejects.toMatchObject({ code: "forbidden" });
  });

  it("a guest requires one of the account's jobs, and they see only that one", async () => {
    const job = newId();
    const pat = await somebody();
    await expect(invite(pat.email, "guest", owner, job)).rejects.toMatchObject({
      fields: { jobId: expect.any(String) },
    });
    setInviteJobs(async (ctx) => (ctx.account.id === account ? [{ id: job, name: "12 Oak St" }] : []));
    try {
      await expect(invite(pat.email, "guest", owner, newId())).rejects.toMatchObject({
        fields: { jobId: expect.any(String) },
      });
      await expect(invite(pat.email, "guest")).rejects.toMatchObject({
        fields: { jobId: expect.any(String) },
      });
      await invite(pat.email, "guest", owner, job);
      await acceptInvite(await newestToken(pat.email), pat);
      expect((await people()).find((one) => one.userId === pat.id)).toMatchObject({
        role: "guest",
        jobId: job,
      });
      // Row security shows a guest nobody and lets them invite nobody.
      expect(await acting(pat, account, listPeople)).toEqual([]);
      await expect(invite(address(), "guest", pat, job)).rejects.toMatchObject({ code: "forbidden" });
    } finally {
      setInviteJobs(async () => []);
    }
  });

  it("stops at 20 an hour and 50 a day for a business, and at six a day for a mailbox", async () => {
    const outcomes: string[] = [];
    for (let hour = 0; hour < 4; hour++) {
      for (let count = 0; count < 21; count++) outcomes.push((await invite(address())).kind);
      clock.advance({ hours: 1 });
    }
    expect(outcomes.filter((kind) => kind === "sent")).toHaveLength(50);
    expect(outcomes.slice(0, 21).filter((kind) => kind === "sent")).toHaveLength(20);
    clock.advance({ hours: 24 });
    const email = address();
    for (let count = 0; count < 6; count++) expect((await invite(email)).kind).toBe("sent");
    const refused = await invite(email);
    expect(refused).toMatchObject({ kind: "too-many", verdict: { ok: false } });
    expect(await mailsTo(email)).toHaveLength(6);
  }, 20_000);
});

describe("the invitation form", () => {
  it.each([
    ["", "email"],
    ["pat", "email"],
    [`${"x".repeat(250)}@a.test`, "email"],
    ["pat@example.com\r\nBcc: all@example.com", "email"],
    ['"pat"@example.com', "email"],
  ])("%j is refused beside the field", (email, field) => {
    const result = inviteSchema.safeParse({ email, role: "member" });
    expect(result.error?.issues[0]?.path[0]).toBe(field);
  });

  it("an unknown role, or owner, is a field error", () => {
    for (const role of ["owner", "admin", "", undefined])
      expect(inviteSchema.safeParse({ email: "pat@example.com", role }).error?.issues[0]?.path[0]).toBe(
        "role",
      );
  });
});
