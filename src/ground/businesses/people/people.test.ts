import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount, withPerson, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { recordAudit } from "../history/audit.server.ts";
import { enterOwnAccount } from "../queries.server.ts";
import { historyChoices, readFilter, readHistory, wholeHistory } from "../history/queries.server.ts";
import { openFirstAccount, startBusiness } from "../access/open-account.server.ts";
import { changeRole, leaveBusiness, listPeople, makeOwner, removePerson } from "./people.server.ts";
import { standingOf } from "../access/membership.server.ts";
import type { Role } from "../rules.ts";
import { listBusinesses } from "../access/own-businesses.server.ts";
import { acting, businessOf, colleague, mailsTo, somebody } from "../testing/people.ts";

const clock = testClock("2026-11-20T16:00:00Z");
let test: TestDatabase;
let owner: Person;
let account: string;

beforeAll(async () => void (test = await createTestInstallation(clock)));
afterAll(() => test.drop());
beforeEach(async () => {
  owner = await somebody();
  account = await businessOf(owner);
});

const roles = async () =>
  Object.fromEntries((await withAccount(account, listPeople)).map(({ email, role }) => [email, role]));
const owners = async () => Object.values(await roles()).filter((role) => role === "owner").length;
const change = (by: Person, of: Person, to: Exclude<Role, "guest">) =>
  acting(by, account, (ctx) => changeRole(ctx, of.id, to));
const hire = (role: "manager" | "member") => colleague(owner, account, role);

describe("opening a business", () => {
  it("fails for a person deleted a moment ago, and leaves nothing behind", async () => {
    const gone = await somebody();
    await withSystem((ctx) => ctx.db.execute(sql`delete from identity_users where id = ${gone.id}`));
    for (const open of [
      () => withPerson(gone.id, (ctx) => enterOwnAccount(ctx, gone)),
      () => withPerson(gone.id, (ctx) => startBusiness(ctx, gone, "Ghost Decks")),
    ]) {
      const answer = await open().catch((thrown: unknown) => thrown);
      expect(answer).toBeInstanceOf(Response);
      expect((answer as Response).headers.get("location")).toBe("/login");
    }
    const seats = await withPerson(gone.id, (ctx) =>
      ctx.db.execute(sql`select 1 from businesses_members where user_id = ${gone.id}`),
    );
    expect(seats.rows).toEqual([]);
  });
});

describe("removing a member", () => {
  it("takes effect during their running action, such as a slow upload", async () => {
    const pat = await hire("manager");
    const upload = new Request("http://localhost:3000/account/settings/look", { method: "POST" });
    expect(await standingOf(upload, pat)).toMatchObject({ accountId: account, role: "manager" });
    await change(owner, pat, "member");
    expect(await standingOf(upload, pat)).toMatchObject({ accountId: account, role: "member" });
    await acting(owner, account, (ctx) => removePerson(ctx, pat.id));
    expect(await standingOf(upload, pat)).toBeNull();
  });
});

describe("changing roles", () => {
  it("by an owner takes effect immediately and is recorded", async () => {
    const pat = await hire("member");
    await change(owner, pat, "manager");
    expect((await roles())[pat.email]).toBe("manager");
    const { lines } = await acting(owner, account, (ctx) =>
      readHistory(ctx, { who: "", kind: "people.changed" }, 1),
    );
    expect(lines[0]).toMatchObject({
      who: owner.email,
      what: "Changed someone’s role",
      details: `email: ${pat.email}, from member to manager`,
    });
  });

  it("is refused to managers and members beyond their rights, and changes nothing", async () => {
    const [one, two, pat] = [await hire("manager"), await hire("manager"), await hire("member")];
    const before = await roles();
    for (const attempt of [
      () => change(one, one, "owner"),
      () => change(one, pat, "manager"),
      () => change(one, pat, "owner"),
      () => change(one, two, "member"),
      () => change(one, owner, "member"),
      () => change(pat, pat, "manager"),
      () => acting(one, account, (ctx) => removePerson(ctx, owner.id)),
      () => acting(one, account, (ctx) => removePerson(ctx, two.id)),
      () => acting(pat, account, (ctx) => removePerson(ctx, one.id)),
      () => acting(one, account, (ctx) => makeOwner(ctx, one.id, "manager")),
      () => acting(one, account, (ctx) => makeOwner(ctx, pat.id, "owner")),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "forbidden" });
    expect(await roles()).toEqual(before);
  });

  it("finds no member of another business", async () => {
    const elsewhere = await somebody();
    const other = await businessOf(elsewhere, "Elsewhere");
    await expect(change(owner, elsewhere, "member")).rejects.toMatchObject({ code: "not_found" });
    await expect(acting(owner, account, (ctx) => removePerson(ctx, elsewhere.id))).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await withAccount(other, listPeople)).map((one) => one.role)).toEqual(["owner"]);
  });

  it("checks rights after waiting for the lock: a former owner changes nobody", async () => {
    const second = await hire("manager");
    await acting(owner, account, (ctx) => makeOwner(ctx, second.id, "owner"));
    const outcomes = await Promise.allSettled([
      change(owner, second, "member"),
      change(second, owner, "member"),
    ]);
    expect(outcomes.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(await owners()).toBe(1);
  });
});

describe("the last owner", () => {
  it("can't be demoted or leave, and two owners can't both leave at the same time", async () => {
    await expect(change(owner, owner, "manager")).rejects.toMatchObject({ code: "conflict" });
    await expect(leaveBusiness(owner, account)).rejects.toMatchObject({ code: "conflict" });
    const second = await hire("manager");
    await acting(owner, account, (ctx) => makeOwner(ctx, second.id, "owner"));
    const outcomes = await Promise.allSettled([
      leaveBusiness(owner, account),
      leaveBusiness(second, account),
    ]);
    expect(outcomes.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await owners()).toBe(1);
  });

  it("is enforced by the database, also for two at the same time", async () => {
    const second = await hire("manager");
    await acting(owner, account, (ctx) => makeOwner(ctx, second.id, "owner"));
    const clients = [new pg.Client(test.app), new pg.Client(test.app)];
    await Promise.all(clients.map((client) => client.connect()));
    const [one, two] = clients as [pg.Client, pg.Client];
    try {
      for (const client of clients) await client.query(`begin; set local app.account_id = '${account}'`);
      await one.query("delete from businesses_members where user_id = $1", [owner.id]);
      await two.query("update businesses_members set role = 'member' where user_id = $1", [second.id]);
      const ended = await Promise.allSettled([one.query("commit"), two.query("commit")]);
      expect(ended.map((end) => end.status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(ended.find((end) => end.status === "rejected")?.reason).toMatchObject({
        constraint: "businesses_keep_an_owner",
      });
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
    expect(await owners()).toBe(1);
  });

  it("may go with the business itself", async () => {
    await withAccount(account, async (ctx) => {
      await ctx.db.execute(sql`delete from businesses_members where account_id = ${account}`);
      await ctx.db.execute(sql`delete from businesses_accounts where account_id = ${account}`);
    });
    expect(await roles()).toEqual({});
  });
});

describe("handing over", () => {
  it("makes another person the owner and the giver a manager, and notifies both", async () => {
    const pat = await hire("member");
    await acting(owner, account, (ctx) => makeOwner(ctx, pat.id, "manager"));
    expect(await roles()).toEqual({ [pat.email]: "owner", [owner.email]: "manager" });
    expect((await mailsTo(pat.email)).at(-1)).toMatchObject({
      subject: "You’re now an owner of Lake View Decking",
      replyTo: owner.email,
    });
    expect((await mailsTo(owner.email)).at(-1)?.text).toContain(`You made ${pat.email} an owner`);
    // The former owner has only their new role.
    await expect(change(owner, pat, "member")).rejects.toMatchObject({ code: "forbidden" });
    await expect(leaveBusiness(pat, account)).rejects.toMatchObject({ code: "conflict" });
    await leaveBusiness(owner, account);
    expect(await roles()).toEqual({ [pat.email]: "owner" });
  });
});

describe("a person who is removed or leaves", () => {
  /** Enters the account as a page does, with the browser's choice. */
  const entered = async (person: Person, chosen?: string) => {
    const headers = chosen ? { cookie: `plumbline-business=${chosen}` } : undefined;
    const standing = await standingOf(
      new Request("http://localhost:3000/account/dashboard", headers ? { headers } : {}),
      person,
    );
    return standing ?? withPerson(person.id, (ctx) => enterOwnAccount(ctx, person));
  };

  it("lands in another of their businesses, whatever their browser had chosen", async () => {
    const pat = await hire("member");
    const own = await businessOf(pat, "Pat's Patios");
    expect((await entered(pat, account)).accountId).toBe(account);
    await acting(owner, account, (ctx) => removePerson(ctx, pat.id));
    expect((await entered(pat, account)).accountId).toBe(own);
    expect((await mailsTo(pat.email)).at(-1)?.subject).toBe("You no longer have access to Lake View Decking");
  });

  it.each(["removed", "left"])(
    "%s from their only one gets a new one only on request, and once",
    async (how) => {
      const pat = await hire("member");
      if (how === "left") await leaveBusiness(pat, account);
      else await acting(owner, account, (ctx) => removePerson(ctx, pat.id));
      const sent = await entered(pat).catch((error: unknown) => error);
      expect(sent).toBeInstanceOf(Response);
      expect((sent as Response).headers.get("location")).toBe("/account/businesses");
      expect((await listBusinesses(pat)).businesses).toEqual([]);
      const start = () => withPerson(pat.id, (ctx) => startBusiness(ctx, pat, "Pat's Patios"));
      const started = await Promise.all([start(), start()]);
      expect(started[0]).toBe(started[1]);
      expect((await listBusinesses(pat)).businesses).toEqual([
        { id: started[0], name: "Pat's Patios", role: "owner", suspended: false },
      ]);
      expect((await entered(pat)).accountId).toBe(started[0]);
      const { rows } = await withSystem((ctx) =>
        ctx.db.execute<{ kind: string }>(
          sql`select kind from identity_events where user_id = ${pat.id} order by at, id`,
        ),
      );
      expect(rows.map((row) => row.kind)).toEqual(["business-joined", `business-${how}`]);
    },
  );

  it("gets an account on the first visit, one for two tabs", async () => {
    const fresh = await somebody();
    const both = await Promise.all([entered(fresh), entered(fresh)]);
    expect(both[0].accountId).toBe(both[1].accountId);
    expect(both[0].role).toBe("owner");
    await expect(withPerson(fresh.id, (ctx) => openFirstAccount(ctx, fresh))).resolves.toMatchObject({
      role: "owner",
    });
  });

  it("removed twice at the same time is removed once", async () => {
    const pat = await hire("member");
    const remove = () => acting(owner, account, (ctx) => removePerson(ctx, pat.id));
    const outcomes = await Promise.allSettled([remove(), remove()]);
    expect(outcomes.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(
      (await mailsTo(pat.email)).filter((mail) => /no longer have access/.test(mail.subject)),
    ).toHaveLength(1);
  });
});

describe("the businesses of a person", () => {
  it("are listed with their role, and other people's aren't", async () => {
    const pat = await hire("manager");
    const own = await businessOf(pat, "Pat's Patios");
    await businessOf(await somebody(), "Not Pat's");
    const { businesses, here } = await listBusinesses(pat, own);
    expect(businesses.map(({ name, role }) => [name, role])).toEqual([
      ["Lake View Decking", "manager"],
      ["Pat's Patios", "owner"],
    ]);
    expect(here).toBe(own);
    expect((await listBusinesses(pat, newId())).here).toBe(account);
    expect((await acting(pat, account, listPeople)).map((one) => one.role)).toEqual(["owner", "manager"]);
  });
});

describe("history", () => {
  it("can be filtered by person and kind, newest first, in pages or completely", async () => {
    const pat = await hire("manager");
    for (let count = 0; count < 60; count++) {
      clock.advance({ minutes: 1 });
      await acting(pat, account, (ctx) => recordAudit(ctx, "business.changed", { count: String(count) }));
    }
    const filter = { who: pat.email, kind: "business.changed" };
    const read = (page: number) => acting(owner, account, (ctx) => readHistory(ctx, filter, page));
    const [first, second] = [await read(1), await read(2)];
    expect([first.lines.length, first.more, second.lines.length, second.more]).toEqual([50, true, 10, false]);
    expect(first.lines[0]!.details).toBe("count: 59");
    expect(second.lines.at(-1)!.details).toBe("count: 0");
    const whole: string[] = [];
    for await (const line of wholeHistory((work) => acting(owner, account, work), { who: "", kind: "" }))
      whole.push(line.what);
    expect(whole).toHaveLength(63);
    expect((await acting(owner, account, historyChoices)).people.toSorted()).toEqual(
      [owner.email, pat.email].toSorted(),
    );
  });

  it("accepts any URL parameters", () => {
    const read = (query: string) => readFilter(new URL(`http://localhost/x?${query}`));
    expect(read("page=0&kind=__proto__")).toEqual({ who: "", kind: "", page: 1 });
    expect(read("page=1e9").page).toBe(1);
    expect(read("page=3&kind=people.left&who=a%00b")).toEqual({ who: "ab", kind: "people.left", page: 3 });
  });

  it("can't be changed or removed, not even by the product's own role", async () => {
    for (const statement of ["update businesses_audit set who = 'nobody'", "delete from businesses_audit"]) {
      const { rowCount } = await withAccount(account, (ctx) => ctx.db.execute(sql.raw(statement)));
      expect(rowCount).toBe(0);
      expect((await acting(owner, account, (ctx) => ctx.db.execute(sql.raw(statement)))).rowCount).toBe(0);
    }
    expect(
      (await acting(owner, account, (ctx) => readHistory(ctx, { who: "", kind: "" }, 1))).lines,
    ).toHaveLength(1);
  });
});
