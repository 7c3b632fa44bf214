// Long because a mailbox filled and run by strangers can mislead in many ways.
import type { Socket } from "node:net";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listDueMailboxes } from "#ground/businesses/public.server.ts";
import { seal } from "#platform/config/sealing.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  database,
  SYSTEM_ACCOUNT,
  useDatabase,
  withAccount,
  withSystem,
} from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { imapServerOfUrl } from "#platform/mail/inbound/imap.server.ts";
import { startMailbox, type TestMailbox } from "#platform/mail/testing/imap-server.ts";
import { outside, useOutside } from "#platform/outside/outside.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { findLeadByEmail } from "../data.server.ts";
import { readMailbox, startMailboxes } from "./mailboxes.server.ts";
import { openPage } from "../page/pages.server.ts";
import { capture } from "../testing/capture.ts";

const clock = testClock("2026-11-20T16:00:00Z");
const strict = outside();
let test: TestDatabase;
let queue: TaskQueue;
let box: TestMailbox;
let account: string;
const boxes: TestMailbox[] = [];
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };

beforeAll(async () => {
  test = await createTestInstallation(clock);
  useOutside({ ...strict, mayReachPrivate: true });
  queue = await startTaskQueue({ tasks: [], work: false, log: quiet });
});
afterAll(async () => {
  useOutside(strict);
  await queue.stop();
  await test.drop();
});
beforeEach(async () => {
  box = await open();
  account = await business();
});
afterEach(async () => {
  await Promise.all(boxes.splice(0).map((one) => one.close()));
});

async function open(options?: Parameters<typeof startMailbox>[0]): Promise<TestMailbox> {
  const one = await startMailbox(options);
  boxes.push(one);
  return one;
}

/** A business with one lead, dana@client.test. */
async function business(): Promise<string> {
  const id = newId();
  const { slug } = await withAccount(id, async (ctx) => {
    await ctx.db.execute(
      sql`insert into businesses_accounts (account_id, name, created_at) values (${id}, 'Larkspur', ${ctx.now.toString()})`,
    );
    return openPage(ctx, "Larkspur", {
      kind: "magnet",
      magnetId: newId(),
      title: "9 questions",
      promise: "Ask.",
      file: "f",
      fileName: "f.pdf",
    });
  });
  await capture(slug, { name: "Dana Ruiz", email: "dana@client.test", submission: newId() });
  return id;
}

/** Connects a mailbox as the settings page does. */
async function connect(
  accountId: string,
  { port }: TestMailbox,
  change: { password?: string; uid?: number; sealedFor?: string } = {},
): Promise<void> {
  const { password = "right", uid = 0, sealedFor = accountId } = change;
  const server = { host: "127.0.0.1", port, security: "none", user: "office", password, folder: "INBOX" };
  const sealed = seal(`channel ${sealedFor} imap`, JSON.stringify(server));
  const shown = JSON.stringify({
    host: server.host,
    port: String(port),
    user: "office",
    folder: "INBOX",
    validity: "4711",
    uid: String(uid),
  });
  await withAccount(accountId, (ctx) =>
    ctx.db.execute(
      sql`insert into businesses_channels (account_id, kind, sealed, shown, changed_at) values (${accountId}, 'imap', ${sealed}, ${shown}::jsonb, ${ctx.now.toString()})`,
    ),
  );
}

const lead = (accountId = account) =>
  withAccount(accountId, (ctx) => findLeadByEmail(ctx, "dana@client.test"));
const replies = async (accountId = account) =>
  (
    await withAccount(accountId, (ctx) =>
      ctx.db.execute<{ subject: string; body: string }>(
        sql`select subject, body from leads_replies order by at, id`,
      ),
    )
  ).rows;
const channel = async (accountId = account) =>
  (
    await withAccount(accountId, (ctx: AccountContext) =>
      ctx.db.execute<{ shown: Record<string, string>; problem: string | null }>(
        sql`select shown, problem from businesses_channels where kind = 'imap'`,
      ),
    )
  ).rows[0]!;
const nextTurn = () => clock.advance({ seconds: 61 });

const mail = (change: { from?: string; id?: string; answers?: string; body?: string; more?: string } = {}) =>
  [
    `From: Dana <${change.from ?? "dana@client.test"}>`,
    "To: office@larkspur.test",
    "Subject: Re: Your guide",
    `Message-ID: ${change.id ?? `<${newId()}@client.test>`}`,
    ...(change.answers ? [`In-Reply-To: ${change.answers}`] : []),
    ...(change.more ? [change.more] : []),
    "",
    change.body ?? "Can you come on Tuesday?",
  ].join("\r\n");

describe("a business's mailbox", () => {
  it("records a client's reply once and remembers its position", async () => {
    box.deliver(mail({ body: "old" }));
    await connect(account, box, { uid: 1 });
    box.deliver(mail());
    box.deliver(mail({ from: "somebody@else.test", body: "an offer for toner" }));
    await readMailbox(account);
    expect(await replies()).toEqual([
      { subject: "Re: Your guide", body: expect.stringContaining("Tuesday") as string },
    ]);
    expect((await lead())!.repliedAt).not.toBeNull();
    expect((await channel()).shown).toMatchObject({ uid: "3" });
    nextTurn();
    await readMailbox(account);
    expect(await replies()).toHaveLength(1);
  });

  it("is read by only one process at a time", async () => {
    await connect(account, box);
    box.deliver(mail());
    await Promise.all(Array.from({ length: 6 }, () => readMailbox(account)));
    expect(await replies()).toHaveLength(1);
    expect(box.commands.filter((command) => command.startsWith("LOGIN"))).toHaveLength(1);
    expect(await listDueMailboxes(100)).not.toContain(account);
    nextTurn();
    expect(await listDueMailboxes(100)).toContain(account);
  });

  it("records replies of its own leads only, whatever the email claims", async () => {
    const other = await business();
    const queued = newId();
    await withAccount(other, async (ctx) => {
      const theirs = (await findLeadByEmail(ctx, "dana@client.test"))!;
      await ctx.db
        .execute(sql`insert into mail_messages (account_id, id, kind, state, from_name, from_address, recipient_name, recipient, subject, text, headers, attachments, message_id_header, about_id, created_at, attempts, next_attempt_at, unsubscribe_url)
        values (${other}, ${queued}, 'followup', 'sent', '', 'a@b.test', '', 'dana@client.test', 's', 't', '{}', '[]', 'x', ${theirs.id}, ${ctx.now.toString()}, 1, ${ctx.now.toString()}, 'http://x')`);
    });
    await connect(account, box);
    const theirMessage = `<${other.replaceAll("-", "")}.${queued.replaceAll("-", "")}@plumbline.test>`;
    box.deliver(mail({ from: "stranger@else.test", answers: theirMessage }));
    await readMailbox(account);
    expect(await replies(other)).toEqual([]);
    expect((await lead(other))!.repliedAt).toBeNull();
    expect(await replies()).toEqual([]);
  });

  it("looks up only some of the messages that an email refers to", async () => {
    await connect(account, box);
    const ours = (id: string) => `<${account.replaceAll("-", "")}.${id.replaceAll("-", "")}@plumbline.test>`;
    const madeUp = (many: number) => Array.from({ length: many }, () => ours(newId()));
    box.deliver(mail({ from: "stranger@else.test", more: `References: ${madeUp(20_000).join("\r\n ")}` }));
    let asked = 0;
    const real = database();
    const counting = (client: pg.PoolClient) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => (asked++, query(...args))) as typeof client.query;
      return client;
    };
    const app = new Proxy(real.app, {
      get(target, property) {
        if (property === "connect") return async () => counting(await target.connect());
        const value: unknown = Reflect.get(target, property);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    useDatabase({ ...real, app }, clock);
    try {
      await readMailbox(account);
    } finally {
      useDatabase(real, clock);
    }
    expect(await replies()).toEqual([]);
    expect(asked).toBeGreaterThan(40);
    expect(asked).toBeLessThan(200);
  });

  it("treats neither automatic replies nor our own email as replies", async () => {
    await connect(account, box);
    box.deliver(mail({ more: "Auto-Submitted: auto-replied", body: "I am out of office" }));
    box.deliver(
      mail({
        id: `<${account.replaceAll("-", "")}.${newId().replaceAll("-", "")}@plumbline.test>`,
        body: "our own guide, to an owner who tries it",
      }),
    );
    await readMailbox(account);
    expect(await replies()).toEqual([]);
    expect((await channel()).shown["uid"]).toBe("2");
  });

  it("continues after an unreadable email", async () => {
    await connect(account, box);
    for (const raw of [
      "",
      "\r\n\r\n",
      "From: dana@client.test\r\nSubject: =?utf-8?B?AAAA?=\r\n\r\nnul \0 inside \ud800",
      mail({ body: "after" }),
    ])
      box.deliver(raw);
    await readMailbox(account);
    expect((await channel()).shown["uid"]).toBe("4");
    expect((await replies()).map(({ body }) => body.trim()).at(-1)).toBe("after");
  });

  it("shows a failed login as a problem and waits ten minutes", async () => {
    await connect(account, box, { password: "wrong" });
    await readMailbox(account);
    expect((await channel()).problem).toContain("The server refused the username or password.");
    nextTurn();
    expect(await listDueMailboxes(100)).not.toContain(account);
    clock.advance({ minutes: 10 });
    expect(await listDueMailboxes(100)).toContain(account);
  });

  it("is asked again after a minute when its server was away", async () => {
    const says: Record<string, (socket: Socket) => void> = { EXAMINE: (socket) => void socket.destroy() };
    const restarting = await open({ says });
    await connect(account, restarting);
    restarting.deliver(mail({ body: "meanwhile" }));
    await readMailbox(account);
    expect(await replies()).toEqual([]);
    delete says["EXAMINE"];
    nextTurn();
    expect(await listDueMailboxes(100)).toContain(account);
    await readMailbox(account);
    expect((await replies()).map(({ body }) => body.trim())).toEqual(["meanwhile"]);
  });

  it("asks to be connected again when its password can't be decrypted", async () => {
    await connect(account, box, { sealedFor: newId() });
    await readMailbox(account);
    expect((await channel()).problem).toContain("can’t read the saved password");
    expect(box.commands).toEqual([]);
  });

  it("stores nothing from the old mailbox when it is changed during a read", async () => {
    const { promise: changed, resolve } = Promise.withResolvers<void>();
    const slow = await open({
      says: {
        EXAMINE: (socket) => void changed.then(() => socket.destroy()),
      },
    });
    await connect(account, slow);
    const reading = readMailbox(account);
    await expect.poll(() => slow.commands.length).toBeGreaterThan(1);
    clock.advance({ seconds: 1 });
    await withAccount(account, (ctx) =>
      ctx.db.execute(sql`update businesses_channels set changed_at = ${ctx.now.toString()}`),
    );
    resolve();
    await reading;
    expect((await channel()).problem).toBeNull();
  });

  it("is found by the sweep, and a broken one delays no other", async () => {
    const [silent, other] = [await open({ silent: true }), await business()];
    await connect(account, silent);
    await connect(other, box);
    box.deliver(mail());
    const mailboxes = startMailboxes({ log: quiet });
    // It reads six at a time and polls every five seconds; mailboxes of other tests may come first.
    await expect.poll(() => replies(other), { timeout: 15_000 }).toHaveLength(1);
    const began = performance.now();
    await mailboxes.stop();
    // The silent one would time out after two minutes.
    expect(performance.now() - began).toBeLessThan(30_000);
    expect((await channel()).problem).toBeNull();
  });
});

describe("the installation's mailbox", () => {
  it("passes new email to the webhook's task, once", async () => {
    const given = imapServerOfUrl(`imap://office:right@127.0.0.1:${box.port}`);
    box.deliver(mail({ body: "before anybody looked" }));
    await readMailbox(SYSTEM_ACCOUNT, { given });
    const kept = () =>
      withSystem(
        async (ctx) =>
          (
            await ctx.db.execute<{ raw: string }>(
              sql`select raw from leads_inbound_mails order by received_at, id`,
            )
          ).rows,
      );
    expect(await kept()).toEqual([]);
    box.deliver(mail({ body: "new" }));
    nextTurn();
    await readMailbox(SYSTEM_ACCOUNT, { given });
    nextTurn();
    await readMailbox(SYSTEM_ACCOUNT, { given });
    expect((await kept()).map(({ raw }) => Buffer.from(raw, "base64").toString().includes("new"))).toEqual([
      true,
    ]);
    expect(await listDueMailboxes(100)).not.toContain(SYSTEM_ACCOUNT);
    // A different mailbox starts over, even if its numbering looks the same.
    const other = await open();
    for (let at = 0; at < 5; at++) other.deliver(mail({ body: "old mail of another box" }));
    nextTurn();
    await readMailbox(SYSTEM_ACCOUNT, {
      given: imapServerOfUrl(`imap://office:right@127.0.0.1:${other.port}`),
    });
    expect(await kept()).toHaveLength(1);
  });

  it("is read as soon as its server reports mail", async () => {
    const prompt = await open({ idle: true });
    const mailboxes = startMailboxes({ log: quiet, imapUrl: `imap://office:right@127.0.0.1:${prompt.port}` });
    const arrived = async () => {
      const { rows } = await withSystem((ctx) =>
        ctx.db.execute<{ raw: string }>(sql`select raw from leads_inbound_mails`),
      );
      return rows.filter(({ raw }) => Buffer.from(raw, "base64").toString().includes("right away")).length;
    };
    try {
      // The clock of this test stands still, so the minute between two reads never passes.
      await expect
        .poll(() => prompt.commands.filter((one) => one === "IDLE").length, { timeout: 10_000 })
        .toBe(1);
      await expect
        .poll(async () => (await channel(SYSTEM_ACCOUNT)).shown["uid"], { timeout: 10_000 })
        .toBe("0");
      for (const at of [1, 2, 3]) {
        prompt.deliver(mail({ body: `right away ${at}` }));
        await expect.poll(arrived, { timeout: 10_000 }).toBe(at);
      }
    } finally {
      await mailboxes.stop();
    }
  });

  it("shows its errors in no business's account", async () => {
    nextTurn();
    await readMailbox(SYSTEM_ACCOUNT, {
      given: imapServerOfUrl("imap://office:right@127.0.0.1:1"),
      log: quiet,
    });
    expect((await channel(SYSTEM_ACCOUNT)).problem).not.toBeNull();
  });
});
