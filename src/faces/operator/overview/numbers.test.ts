import { sql } from "drizzle-orm";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { SYSTEM_ACCOUNT, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { newDkimPair } from "#platform/mail/domain/dkim-key.server.ts";
import { outside, useOutside } from "#platform/outside/outside.server.ts";
import { startDns } from "#platform/outside/testing/dns-server.ts";
import {
  createTaskQueues,
  enqueue,
  startTaskQueue,
  type Task,
  type TaskQueue,
} from "#platform/queue/queue.server.ts";
import * as overview from "./overview.tsx";
import * as sending from "../sending/sending.tsx";
import * as tasks from "../sending/tasks.tsx";
import {
  accountOf,
  ask,
  openConsole,
  OPERATOR,
  rows,
  rowsIn,
  signIn,
  type Someone,
} from "../testing/console.ts";
import * as askedFor from "./asked-for.tsx";
import * as views from "./views.tsx";

const clock = testClock("2026-11-20T09:30:00Z");
let database: TestDatabase;
let operator: Someone;
let account: string;
let queue: TaskQueue;
let works = false;
let runs = 0;
const fragile: Task<{ id: string }> = {
  name: "test.fragile",
  payload: z.object({ id: z.string() }),
  retry: { limit: 0, delaySeconds: 1 },
  run: async () => {
    if (!works) throw new Error("dana@client.test is not to be shown");
    runs++;
  },
};

beforeAll(async () => {
  database = await openConsole(clock);
  operator = await signIn(OPERATOR);
  account = await accountOf(await signIn("pat@shop.test"));
  await withAccount(account, (ctx) =>
    saveBusinessDetails(ctx, { businessName: "Summit Deck", postalAddress: "1 Main St", zone: "UTC" }),
  );
  await createTaskQueues(database.owner, [fragile]);
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
  queue = await startTaskQueue({ tasks: [fragile], work: true, log });
});
afterAll(async () => {
  await queue.stop();
  await database.drop();
});

const look = async (module: Parameters<typeof ask>[0], path: string) =>
  (await ask(module, path.split("?")[0]!, path, operator)).body;
const mail = (
  of: string,
  state: string,
  options: { reason?: string; at?: string; due?: string; attempts?: number } = {},
) =>
  withAccount(of, ({ db }) =>
    db.execute(sql`insert into mail_messages
      (account_id, id, kind, state, from_name, from_address, recipient_name, recipient, subject, text, headers, attachments,
       message_id_header, created_at, attempts, next_attempt_at, sent_at, reason)
      values (${of}, ${newId()}, 'transactional', ${state}, '', 'a@b.test', 'Secret', 'secret@client.test', 'Secret', 'Secret', '{}', '[]', '<x>',
       ${options.at ?? "2026-11-20T08:00:00Z"}, ${options.attempts ?? 1}, ${options.due ?? "2026-11-20T08:00:00Z"},
       ${state === "sent" ? (options.at ?? "2026-11-20T08:00:00Z") : null}, ${options.reason ?? null})`),
  );

test("sending counts messages by state, hour, reason and account, the installation's own apart, and shows none of them", async () => {
  await mail(account, "sent", { at: "2026-11-20T08:10:00Z" });
  await mail(account, "sent", { at: "2026-11-20T08:50:00Z" });
  await mail(account, "sent", { at: "2026-11-18T08:50:00Z" });
  await mail(account, "sent", { at: "2026-10-18T08:50:00Z" });
  await mail(SYSTEM_ACCOUNT, "sent", { at: "2026-11-20T09:10:00Z" });
  await mail(account, "failed", { reason: "bad_address" });
  await mail(account, "failed", { reason: "bad_address" });
  await mail(account, "failed", { reason: "gave_up" });
  await mail(account, "unknown");
  // Queued mail counts however old it is.
  await mail(account, "queued", { at: "2026-09-01T00:00:00Z", due: "2026-11-20T09:00:00Z" });
  const page = await look(sending, "/operator/sending");
  expect(page).not.toContain("ecret");
  const row = (label: string, business: number, own: number) =>
    expect(page).toMatch(new RegExp(`>${label}</th><td[^>]*>${business}</td><td[^>]*>${own}</td>`));
  row("Sent", 3, 1);
  row("Failed", 3, 0);
  row("Waiting", 1, 0);
  expect(page).toContain("Sent in 24 hours: 3");
  expect(page).toContain("Most: 2 from 08:00");
  expect(page).toMatch(/The address doesn’t exist<\/th><td[^>]*>2</);
  expect(page).toMatch(/The mail server didn’t accept it for three days<\/th><td[^>]*>1</);
  expect(page).toMatch(new RegExp(`/operator/accounts/${account}"[^>]*>Summit Deck</a></th><td[^>]*>2<`));
  expect(page).toContain("Since Fri, Nov 20, 9:00 AM UTC");

  const first = await look(overview, "/operator");
  for (const words of [
    "Email has been waiting for 30 minutes",
    "3 emails failed in 24 hours",
    "1 email today may or may not have arrived",
  ])
    expect(first).toContain(words);
});

test("what is tried again later is late for nobody yet", async () => {
  await rowsIn(account, sql`delete from mail_messages where state = 'queued'`);
  await mail(account, "queued", { due: "2026-11-20T10:15:00Z" });
  expect(await look(sending, "/operator/sending")).toContain(
    "Nothing is due. Next: Fri, Nov 20, 10:15 AM UTC",
  );
  await rowsIn(account, sql`delete from mail_messages where state = 'queued'`);
});

test("sending counts texts too, and those for an owner's own phone apart", async () => {
  const text = (
    state: string,
    { via = null as string | null, reason = null as string | null, at = "2026-11-20T08:00:00Z" } = {},
  ) =>
    rowsIn(
      account,
      sql`insert into sms_messages (account_id, id, state, via, recipient, body, segments, about_id, created_at, attempts, next_attempt_at, reason)
      values (${account}, ${newId()}, ${state}, ${via}, '+13035550142', 'Secret', 1, ${newId()}, ${at}, 1, '2026-11-20T09:10:00Z', ${reason})`,
    );
  await text("sent", { via: "twilio" });
  await text("sent", { via: "outbox" });
  await text("sent", { via: "twilio", at: "2026-10-20T08:00:00Z" });
  await text("failed", { via: "twilio", reason: "bad_number" });
  await text("queued", { at: "2026-09-20T08:00:00Z" });
  const page = await look(sending, "/operator/sending");
  expect(page).not.toMatch(/ecret|303555/);
  const row = (label: string, count: number) =>
    expect(page).toMatch(new RegExp(`>${label}</th><td[^>]*>${count}</td>(?!<td)`));
  row("Sent", 1);
  row("Left for owners to text themselves", 1);
  row("Failed", 1);
  row("Waiting", 1);
  expect(page).toMatch(/The number can’t be texted<\/th><td[^>]*>1</);
  const first = await look(overview, "/operator");
  for (const words of ["Texts have been waiting for 20 minutes", "1 text failed in 24 hours"])
    expect(first).toContain(words);
  await rowsIn(account, sql`delete from sms_messages`);
});

test("sending shows what receivers find about the installation's own sender, once it is asked", async () => {
  const [before, net] = [installation(), outside()];
  const dns = await startDns();
  try {
    useOutside({ ...net, dnsServers: [dns.address] });
    const { publicKey } = await newDkimPair();
    const setup = { dataDir: "", mailServer: "smtp.house.test", mailbox: null };
    const sender = { mailbox: { name: "House", address: "mail@house.test" }, host: "house.test" };
    useInstallation({ ...before, sender, setup: { ...setup, signing: { selector: "key1", publicKey } } });
    dns.zone = {
      "house.test": {
        TXT: ["v=spf1 a:smtp.house.test -all"],
        NS: ["ns1.house.test"],
        MX: ["10 smtp.house.test"],
      },
      "smtp.house.test": { A: ["203.0.113.5"] },
      "5.113.0.203.in-addr.arpa": { PTR: ["smtp.house.test"] },
      "key1._domainkey.house.test": { TXT: [`v=DKIM1; k=rsa; p=${publicKey}`] },
    };
    expect(await look(sending, "/operator/sending")).toContain(
      "Whether Gmail and others trust that email from mail@house.test, sent through smtp.house.test",
    );
    expect(dns.asked).toEqual([]);
    const check = async () =>
      (await ask(sending, "/operator/sending", "/operator/sending", operator, [])).body;
    const page = await check();
    expect(page).toContain("We sign every email, and the key at key1._domainkey.house.test is ours.");
    expect(page).toMatch(/DMARC[^<]*<\/h2>[\s\S]*?Missing/);
    expect(page).toContain("_dmarc.house.test");
    dns.zone["key1._domainkey.house.test"] = { TXT: ["v=DKIM1; p=AAAA"] };
    expect(await check()).toContain("There’s a different key at key1._domainkey.house.test");
    // Without a mail server no mail is sent, so there is nothing to report.
    useInstallation({ ...before, setup: { ...setup, mailServer: null } });
    expect(await look(sending, "/operator/sending")).not.toContain("Domain check");
  } finally {
    useInstallation(before);
    useOutside(net);
    await dns.close();
  }
});

test("overdue follow-up is counted, but for accounts that are suspended", async () => {
  await rowsIn(
    account,
    sql`insert into sequences_steps (account_id, enrolment_id, step, state, due_at) values
    (${account}, ${newId()}, 0, 'waiting', '2026-11-20T09:00:00Z'), (${account}, ${newId()}, 0, 'waiting', '2026-11-20T09:29:00Z')`,
  );
  expect(await look(overview, "/operator")).toContain("1 follow-up step is overdue");
  await rowsIn(account, sql`update businesses_accounts set suspended_at = '2026-11-20T09:10:00Z'`);
  expect(await look(overview, "/operator")).not.toContain("overdue");
  await rowsIn(account, sql`update businesses_accounts set suspended_at = null`);
});

test("page views are counted by day, page and other site, within the range", async () => {
  const view = (at: string, path: string, referrer = "") =>
    rows(
      sql`insert into site_page_views (id, at, path, title, location, referrer) values (${newId()}, ${at}, ${path}, '', '', ${referrer})`,
    );
  await view("2026-11-20T00:00:00Z", "/", "https://search.test/a");
  await view("2026-11-20T09:00:00Z", "/checky", "https://search.test/b");
  await view("2026-11-19T23:59:59Z", "/", "http://localhost:3000/checky");
  await view("2026-11-14T00:00:00Z", "/", "");
  await view("2026-11-13T23:59:59Z", "/old", "https://old.test/");
  await view("2026-11-20T09:00:00Z", "/operator");
  await view("2026-11-20T09:00:00Z", "/operator/accounts/:id");
  const week = await look(views, "/operator/views?days=7");
  expect(week).toContain("4 views in 7 days");
  expect(week).toContain("Most: 2 on Nov 20, 2026");
  expect(week).toMatch(/>\/<\/th><td[^>]*>3</);
  expect(week).toMatch(/>search\.test<\/th><td[^>]*>2</);
  expect(week).not.toContain("localhost");
  expect(week).not.toContain("old.test");
  expect(week.match(/<rect/g)!.length).toBe(7 + 2 + 1);
  expect(await look(views, "/operator/views?days=90")).toContain("5 views in 90 days");
  expect(await look(views, "/operator/views?days=1e9")).toContain("views in 30 days");
  expect(await look(overview, "/operator")).toMatch(/Page views<\/dt><dd><a[^>]*>2</);
});

test("what the makers were asked for and don't have is listed by kind, most asked first", async () => {
  expect(await look(askedFor, "/operator/asked-for")).toContain("Every subject had a guide.");
  const miss = (kind: string, words: string, asked: number, lastAt = "2026-11-19T12:00:00Z") =>
    rows(
      sql`insert into writing_misses (kind, trade, stage, words, asked, last_at)
        values (${kind}, 'roofer', ${kind === "objection" ? "cold" : ""}, ${words}, ${asked}, ${lastAt})`,
    );
  await miss("guide", "thatch", 2);
  await miss("guide", "copper domes", 12);
  await miss("guide", "long ago", 40, "2026-08-01T12:00:00Z");
  await miss("objection", "<b>my horoscope</b>", 1);
  const page = await look(askedFor, "/operator/asked-for");
  expect(page.indexOf("copper domes")).toBeLessThan(page.indexOf("thatch"));
  expect(page).toMatch(/copper domes<\/th><td[^>]*>roofer<\/td><td[^>]*>12</);
  expect(page).toContain("roofer, cold");
  expect(page).not.toContain("long ago");
  expect(page).not.toContain("<b>my horoscope");
  expect(page).toContain("Every trade had a follow-up.");
});

test("a failed task is shown without what it was about, runs again once under a double click, and is removed once", async () => {
  const dead = async () =>
    (await look(tasks, "/operator/tasks"))
      .match(/name="id" value="([0-9a-f-]{36})"/g)
      ?.map((one) => one.slice(17, 53)) ?? [];
  const post = (...fields: [string, string][]) =>
    ask(tasks, "/operator/tasks", "/operator/tasks", operator, fields);
  expect(await look(tasks, "/operator/tasks")).toContain("No failed tasks");
  for (let at = 0; at < 3; at++) await withSystem((ctx) => enqueue(ctx.db, fragile, { id: `secret-${at}` }));
  await expect.poll(async () => (await dead()).length, { timeout: 10_000 }).toBe(3);
  const page = await look(tasks, "/operator/tasks");
  expect(page).toContain("test.fragile");
  expect(page).toContain("Error in ");
  expect(page).not.toMatch(/secret-|client\.test/);
  const [one, two] = await dead();
  works = true;
  const answers = await Promise.all([
    post(["intent", "retry"], ["id", one!]),
    post(["intent", "retry"], ["id", one!]),
  ]);
  expect(answers.map((answer) => answer.location!).sort((a, b) => a.localeCompare(b))).toEqual([
    "/operator/tasks?did=retried+0",
    "/operator/tasks?did=retried+1",
  ]);
  expect((await post(["intent", "remove"], ["id", two!])).location).toBe("/operator/tasks?did=removed+1");
  expect((await post(["intent", "remove"], ["id", two!])).location).toBe("/operator/tasks?did=removed+0");
  expect((await post(["intent", "retry-kind"], ["task", "test.fragile"])).location).toBe(
    "/operator/tasks?did=retried+1",
  );
  expect((await post(["intent", "retry-kind"], ["task", "test.fragile"])).location).toBe(
    "/operator/tasks?did=retried+0",
  );
  await expect.poll(() => runs, { timeout: 10_000 }).toBe(2);
  await sleep(1500);
  expect(runs).toBe(2);
  expect(await look(tasks, "/operator/tasks")).toContain("No failed tasks");
  const deeds = (await rows<{ action: string }>(sql`select action from operator_audit order by id`)).map(
    (line) => line.action,
  );
  expect(deeds.sort()).toEqual(["task.removed", "task.retried", "task.retried"]);
  for (const fields of [
    [
      ["intent", "retry"],
      ["id", "x"],
    ],
    [
      ["intent", "burn"],
      ["id", newId()],
    ],
    [],
  ] as [string, string][][])
    expect((await post(...fields)).status).toBe(404);
});
