// Long because it plants a row in every corner of the product and then looks for what is left.
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenForWebhooks } from "#faces/api/events.server.ts";
import { forgetTask } from "#faces/api/tasks.server.ts";
import { makeKey } from "#faces/api/keys.server.ts";
import { addWebhook, sendTest } from "#faces/api/webhooks/webhooks.server.ts";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { closeBusiness, deletePerson, listHoldings } from "#ground/businesses/your-data/erase.server.ts";
import { finishErasure } from "#ground/businesses/your-data/finish-erasure.server.ts";
import { formatCounts } from "#ground/businesses/your-data/erase-rules.ts";
import { recordAudit, saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { atPage, openPage } from "#trade/leads/page/pages.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { unsubscribeToken } from "#trade/leads/preferences/tokens.server.ts";
import { action as unsubscribe, loader as unsubscribePage } from "#trade/leads/preferences/unsubscribe.tsx";
import { accountsWithDueSteps, sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { shareDocument } from "#ground/shares/public.server.ts";
import { atShare } from "#ground/shares/open.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  database,
  now,
  type Person,
  withAccount,
  withMember,
  withPerson,
  withSystem,
} from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { tasks } from "#app/worker.ts";

const FRIDAY = "2026-11-20T17:00:00Z";
const clock = testClock(FRIDAY);
let test: TestDatabase;
let queue: TaskQueue;
let owner: pg.Client;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  queue = await startTaskQueue({ tasks, work: false, log: createLog("error") });
  listenForLeads();
  listenForWebhooks();
  owner = new pg.Client(test.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await queue.stop();
  await test.drop();
});
beforeEach(() => clock.set(FRIDAY));

async function person(email = `${newId()}@people.test`): Promise<Person> {
  const one: Person = { id: newId(), email, emailVerified: true };
  await withSystem((ctx) =>
    ctx.db.execute(sql`insert into identity_users (id, name, email, email_verified, created_at, updated_at)
      values (${one.id}, '', ${one.email}, true, ${ctx.now.toString()}, ${ctx.now.toString()})`),
  );
  return one;
}

/** A person with a business that has rows for everything that can happen. */
async function business(name = "Summit Deck") {
  const who = await person();
  const { accountId: account } = await withPerson(who.id, (ctx) => enterOwnAccount(ctx, who));
  const file = await installation().files.put(account, Buffer.from(`%PDF-1.7 ${account}`), "pdf");
  const page = await withAccount(account, async (ctx) => {
    await saveBusinessDetails(
      { ...ctx, user: who },
      { businessName: name, postalAddress: "1 Main St, Denver", zone: "America/Denver" },
    );
    return openPage(ctx, name, {
      kind: "magnet",
      magnetId: newId(),
      title: "9 questions",
      promise: "p",
      file,
      fileName: "guide.pdf",
    });
  });
  await withMember(account, who, { role: "owner", jobId: null }, async (ctx) => {
    await makeKey(ctx, { id: newId(), name: "Erased program", scopes: ["leads:read"] });
    const { webhook } = await addWebhook(ctx, {
      url: "https://erased.example/hook",
      events: ["lead.captured", "lead.replied"],
    });
    await sendTest(ctx, webhook.id);
  });
  const lead = await capture(page.slug, { name: "Dana Ruiz", email: "dana@client.test" });
  await withAccount(account, (ctx) => recordReply(ctx, lead.leadId, { via: "owner" }));
  const { token: share } = await withAccount(account, (ctx) =>
    shareDocument(
      ctx,
      { kind: "magnet", title: "9 questions", file, fileName: "guide.pdf" },
      { aboutId: lead.leadId, lifetime: Temporal.Duration.from({ days: 9 }) },
    ),
  );
  return { who, account, file, slug: page.slug, leadId: lead.leadId, share };
}

async function join(account: string, who: Person, role: "owner" | "manager" | "member") {
  await withAccount(account, (ctx) =>
    ctx.db.execute(
      sql`insert into businesses_members (account_id, user_id, role, created_at) values (${account}, ${who.id}, ${role}, ${ctx.now.toString()})`,
    ),
  );
}

async function fillIdentity(who: Person) {
  const at = "2026-11-20T09:00:00Z";
  await owner.query(
    "insert into identity_sessions (id, user_id, token, expires_at, created_at, updated_at) values ($1, $2, $3, $4, $4, $4)",
    [newId(), who.id, newId(), at],
  );
  await owner.query(
    "insert into identity_credentials (id, user_id, provider_id, provider_account_id, password, created_at, updated_at) values ($1, $2, 'credential', 'x', 'hash', $3, $3)",
    [newId(), who.id, at],
  );
  await owner.query(
    "insert into identity_verifications (id, identifier, value, expires_at, created_at, updated_at) values ($1, 'reset-password:x', $2, $3, $3, $3)",
    [newId(), who.id, at],
  );
  await owner.query("insert into identity_challenges values ($1, 'magic-link', $2, $3, $4, $4)", [
    newId(),
    who.id,
    JSON.stringify({ email: who.email }),
    at,
  ]);
  await owner.query("insert into identity_totp values ($1, 'sealed', $2, $2, 1)", [who.id, at]);
  await owner.query("insert into identity_recovery_codes values ($1, 'hash', $2, null)", [who.id, at]);
  await owner.query(
    "insert into identity_passkeys values ($2, $1, 'Phone', 'key', 1, '[]', true, $3, null)",
    [who.id, newId(), at],
  );
  await owner.query("insert into identity_devices values ($1, 'hash', $2, $2)", [who.id, at]);
  await owner.query(
    "insert into identity_events values ($2, $1, $3, 'signed-in', '203.0.113.9', 'x', '{}')",
    [who.id, newId(), at],
  );
  await owner.query("insert into identity_exports (id, user_id, asked_at) values ($2, $1, $3)", [
    who.id,
    newId(),
    at,
  ]);
  for (const state of ["sent", "queued", "claimed"])
    await owner.query(
      `insert into mail_messages (account_id, id, kind, state, from_name, from_address, recipient_name, recipient, subject, text, headers, attachments, message_id_header, about_id, created_at, attempts, next_attempt_at)
       values ('00000000-0000-0000-0000-000000000000', $1, 'transactional', $2, '', 'a@b.test', '', $3, 's', 't', '{}', '[]', 'x', $4, $5, 0, '2999-01-01')`,
      [newId(), state, who.email, state === "sent" ? who.id : null, at],
    );
}

/** Where any of these texts occurs in any row of the product's own tables. */
async function findEverywhere(needles: readonly string[]): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${name}" t where to_jsonb(t)::text ilike any ($1)`,
      [needles.map((needle) => `%${needle}%`)],
    );
    for (const { row } of rows) found.push(`${name}: ${row}`);
  }
  return found;
}

const rowsOf = async (account: string) => (await findEverywhere([account])).length;
const filesOf = async (account: string) => (await Array.fromAsync(installation().files.list(account))).length;
const mailsTo = (email: string) =>
  owner
    .query<{ id: string; subject: string; state: string }>(
      "select id, subject, state from mail_messages where recipient = $1 order by id",
      [email],
    )
    .then((answer) => answer.rows);
const until = async (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: { code?: string }) => error.code,
  );

describe("deleting an account", () => {
  it("leaves no row with the account, the person or their address anywhere, and no file", async () => {
    const { who, account, leadId } = await business("Erased & Sons");
    await sendDueSteps(account);
    await fillIdentity(who);
    await installation().files.put(who.id, Buffer.from("a copy"), "zip");
    const before = await listHoldings(who);
    expect(formatCounts(before[0]!.counts)).toBe("1 lead, 1 message");
    const planted = await findEverywhere([account, who.id, who.email, leadId]);
    expect(planted.length).toBeGreaterThan(20);
    for (const table of ["api_keys", "api_webhooks", "api_events", "api_deliveries"])
      expect(planted.filter((row) => row.startsWith(`${table}:`)).length, table).toBeGreaterThan(0);

    expect(await deletePerson(who)).toEqual({ done: true });

    // The one exception: the last email, which confirms the deletion, stays until it was sent.
    const left = await findEverywhere([account, who.id, who.email, leadId, "Erased & Sons"]);
    expect(left.map((row) => row.split(":")[0])).toEqual(["mail_messages"]);
    const [last] = await mailsTo(who.email);
    expect(last).toMatchObject({ subject: "Your Plumbline account is deleted", state: "queued" });

    const rest = { accounts: [account, who.id], mailId: last!.id };
    await finishErasure(rest);
    expect([await filesOf(account), await filesOf(who.id)]).toEqual([0, 0]);
    expect(await mailsTo(who.email)).toHaveLength(1);
    await owner.query("update mail_messages set state = 'sent' where id = $1", [last!.id]);
    await finishErasure(rest);
    expect(await findEverywhere([account, who.id, who.email])).toEqual([]);
  });

  it("is asked of every table there is: each with an account_id is emptied", async () => {
    const { who, account } = await business();
    const { rows } = await owner.query<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'",
    );
    expect(rows.length).toBeGreaterThan(15);
    await owner.query("create table later_things (account_id uuid not null, note text)");
    await owner.query("insert into later_things values ($1, 'made by a feature of next year')", [account]);
    await deletePerson(who);
    expect((await owner.query("select * from later_things")).rows).toEqual([]);
    await owner.query("drop table later_things");
  });

  it("touches nothing of anybody else", async () => {
    const [mine, theirs] = [await business(), await business()];
    const before = await findEverywhere([theirs.account]);
    await deletePerson(mine.who);
    expect(await findEverywhere([theirs.account])).toEqual(before);
    await finishErasure({ accounts: [mine.account] });
    expect(await filesOf(theirs.account)).toBe(1);
  });

  it("stops what was about to be sent: due steps, and mail in a sender's hands", async () => {
    const { who, account, slug } = await business();
    await capture(slug, { name: "Ann", email: "ann@client.test" });
    await sendDueSteps(account);
    const { rows } = await owner.query<{ id: string }>(
      "update mail_messages set state = 'claimed', claimed_by = 4711 where account_id = $1 returning id",
      [account],
    );
    expect(rows.length).toBeGreaterThan(0);
    clock.advance({ hours: 24 * 4 });
    expect(await accountsWithDueSteps(1000)).toContain(account);
    await deletePerson(who);
    expect(await accountsWithDueSteps(1000)).not.toContain(account);
    expect(await sendDueSteps(account)).toBe(0);
    // The sender asks before it commits to sending, and learns that the message is gone.
    const marks = JSON.stringify(
      rows.map(({ id }) => ({ account_id: account, id, state: "committing", at: FRIDAY })),
    );
    const marked = await database().app.query("select * from mail_mark(4711, $1)", [marks]);
    expect(marked.rows).toEqual([]);
    expect(await rowsOf(account)).toBe(0);
  });

  it("leaves no row while follow-up is sent and people ask for guides at that very moment", async () => {
    for (let round = 0; round < 5; round++) {
      const { who, account, slug } = await business();
      for (let at = 0; at < 10; at++) await capture(slug, { name: "Ann", email: `c${at}@client.test` });
      const busy = [
        sendDueSteps(account),
        sendDueSteps(account),
        capture(slug, { name: "Late", email: "late@client.test" }),
      ].map((one) => one.catch(() => 0));
      const [deleted] = await Promise.all([deletePerson(who), ...busy]);
      expect(deleted).toEqual({ done: true });
      await finishErasure({ accounts: [account] });
      expect(await rowsOf(account)).toBe(0);
    }
  });

  it("waits for a transaction that holds one of its rows, and takes what that one wrote meanwhile elsewhere", async () => {
    const { who, account, slug } = await business();
    await capture(slug, { name: "Ann", email: "ann@client.test" });
    const other = new pg.Client(test.owner);
    await other.connect();
    await other.query("begin");
    await other.query("select 1 from sequences_steps where account_id = $1 for update", [account]);
    const deleting = deletePerson(who);
    await new Promise((resolve) => setTimeout(resolve, 500));
    // This table was emptied before the deletion reached the locked step.
    await other.query(
      "insert into shares_links (account_id, id, token_hash, kind, title, file, file_name, created_at, expires_at) values ($1, $2, 'x', 'magnet', 't', 'f', 'n', now(), now())",
      [account, newId()],
    );
    await other.query("commit");
    await other.end();
    expect(await deleting).toEqual({ done: true });
    expect(await rowsOf(account)).toBe(0);
  });

  it("is done once, however often it is asked for at once", async () => {
    const { who, account } = await business();
    const answers = await Promise.all([deletePerson(who), deletePerson(who), deletePerson(who)]);
    expect(answers).toEqual([{ done: true }, { done: true }, { done: true }]);
    expect(await mailsTo(who.email)).toHaveLength(1);
    expect(await rowsOf(account)).toBe(0);
  });

  it("is refused to the only owner of a business with other people, and then changes nothing", async () => {
    const { who, account } = await business("Held");
    const alone = (await withPerson(who.id, (ctx) => enterOwnAccount(ctx, who))).accountId;
    expect(alone).toBe(account);
    const helper = await person();
    await join(account, helper, "manager");
    const before = await findEverywhere([account, who.id]);
    const answer = await deletePerson(who);
    expect(answer).toMatchObject({ blocking: [{ name: "Held", role: "owner", others: 1, otherOwners: 0 }] });
    expect(await findEverywhere([account, who.id])).toEqual(before);
    // With a second owner, they can just leave.
    await withAccount(account, (ctx) =>
      ctx.db.execute(sql`update businesses_members set role = 'owner' where user_id = ${helper.id}`),
    );
    expect(await deletePerson(who)).toEqual({ done: true });
    await forgetTask.run({}, now());
    const left = (await findEverywhere([who.id, who.email])).map((row) => row.split(":")[0]);
    // The history of a continuing business is its own record, and the business keeps its reply address.
    expect(new Set(left)).toEqual(new Set(["businesses_accounts", "businesses_audit", "mail_messages"]));
    expect(await rowsOf(account)).toBeGreaterThan(5);
  });

  it("leaves the businesses of others as they are, and only those", async () => {
    const [theirs, also] = [await business(), await business()];
    const who = await person();
    await join(theirs.account, who, "member");
    await join(also.account, who, "manager");
    const own = (await withPerson(who.id, (ctx) => enterOwnAccount(ctx, who))).accountId;
    expect([theirs.account, also.account]).toContain(own);
    expect(await deletePerson(who)).toEqual({ done: true });
    const { rows } = await owner.query("select account_id from businesses_members where user_id = $1", [
      who.id,
    ]);
    expect(rows).toEqual([]);
    for (const account of [theirs.account, also.account]) {
      const { rows: lines } = await owner.query<{ who: string }>(
        "select who from businesses_audit where account_id = $1 and action = 'people.left'",
        [account],
      );
      expect(lines).toEqual([{ who: who.email }]);
      expect(await filesOf(account)).toBe(1);
    }
  });

  it("closes the links that were given away, calmly", async () => {
    const { who, slug, share, account, leadId } = await business();
    const token = unsubscribeToken(account, leadId);
    const args = (method: string) =>
      ({ params: { token }, request: new Request("http://localhost/u", { method }), context: {} }) as never;
    expect(await unsubscribePage(args("GET"))).toMatchObject({ gone: false });
    await deletePerson(who);
    expect(await until(atPage(slug, () => Promise.resolve()))).toBe("not_found");
    expect(await until(capture(slug, { name: "Late", email: "late@client.test" }))).toBe("not_found");
    expect(
      await until(atShare(new Request("http://localhost:3000/s/x"), share, () => Promise.resolve())),
    ).toBe("not_found");
    expect(await unsubscribePage(args("GET"))).toMatchObject({ gone: true, email: "" });
    expect(await unsubscribe(args("POST"))).toEqual({ did: "gone" });
    const forged = { ...(args("GET") as object), params: { token: `${token.slice(0, -2)}xx` } } as never;
    await expect(unsubscribePage(forged)).rejects.toMatchObject({ init: { status: 404 } });
    expect(await rowsOf(account)).toBe(0);
  });

  it("gives its address back: whoever takes it next is found at once, by processes that remember the old one too", async () => {
    const first = await business("Namesake");
    await deletePerson(first.who);
    const second = await business("Namesake");
    expect(second.slug).toBe(first.slug);
    expect(await atPage(second.slug, (ctx) => Promise.resolve(ctx.account.id))).toBe(second.account);
  });
});

describe("closing a business", () => {
  it("takes its name, typed by its owner, and keeps the people", async () => {
    const { who, account } = await business("Larkspur Deck");
    const [helper, stranger] = [await person(), await person()];
    await join(account, helper, "manager");
    expect(await until(closeBusiness(who, account, "Larkspur"))).toBe("invalid");
    expect(await until(closeBusiness(helper, account, "Larkspur Deck"))).toBe("not_found");
    for (const [by, id] of [
      [stranger, account],
      [who, newId()],
      [who, "00000000-0000-0000-0000-000000000000"],
      [who, "' or 1=1"],
    ] as const)
      expect(await closeBusiness(by, id, "Larkspur Deck")).toBe(false);
    expect(await rowsOf(account)).toBeGreaterThan(5);
    expect(await closeBusiness(who, account, "  larkspur   deck ")).toBe(true);
    expect(await closeBusiness(who, account, "Larkspur Deck")).toBe(false);
    expect(await rowsOf(account)).toBe(0);
    expect((await mailsTo(helper.email)).map((mail) => mail.subject)).toEqual(["Larkspur Deck is closed"]);
    expect((await mailsTo(who.email)).map((mail) => mail.subject)).toEqual(["Larkspur Deck is closed"]);
    const { rows } = await owner.query("select id from identity_users where id = any ($1)", [
      [who.id, helper.id],
    ]);
    expect(rows).toHaveLength(2);
    // They don't get a new account without asking.
    await expect(withPerson(who.id, (ctx) => enterOwnAccount(ctx, who))).rejects.toMatchObject({
      status: 303,
    });
  });
});

describe("the database's own function", () => {
  it("erases the account that was entered and no other", async () => {
    const [one, other] = [await business(), await business()];
    for (const id of [other.account, "00000000-0000-0000-0000-000000000000"])
      expect(
        await withAccount(one.account, (ctx) =>
          ctx.db.execute(sql`select businesses_erase(${id}::uuid)`),
        ).then(
          () => "erased",
          () => "refused",
        ),
      ).toBe("refused");
    expect(await rowsOf(other.account)).toBeGreaterThan(5);
    expect(await rowsOf(one.account)).toBeGreaterThan(5);
  });

  it("removes history that nobody else can remove", async () => {
    const { who, account } = await business();
    await withAccount(account, (ctx) => recordAudit(ctx, "business.changed"), who);
    const { rowCount } = await withAccount(account, (ctx) =>
      ctx.db.execute(sql`delete from businesses_audit`),
    );
    expect(rowCount).toBe(0);
    await withAccount(account, (ctx) => ctx.db.execute(sql`select businesses_erase(${account}::uuid)`));
    expect(await rowsOf(account)).toBe(0);
  });

  it("is never run late on an account that is there", async () => {
    const { account } = await business();
    await finishErasure({ accounts: [account] });
    expect(await rowsOf(account)).toBeGreaterThan(5);
    expect(await filesOf(account)).toBe(1);
  });
});
