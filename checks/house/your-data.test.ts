// Long because a copy is judged by all it holds, and by everything that may go wrong on its way.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { unzipSync } from "fflate";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { finishErasure } from "#ground/businesses/your-data/finish-erasure.server.ts";
import { makeExport } from "#ground/businesses/your-data/export.server.ts";
import { loader as download } from "#ground/businesses/your-data/export-file.ts";
import { copiedTables, WITHHELD } from "#ground/businesses/your-data/export-rows.server.ts";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { businessesTasks } from "#ground/businesses/tasks.server.ts";
import { action, loader } from "#ground/businesses/your-data/your-data.tsx";
import { openIdentity, signedIn, Visitor } from "#ground/identity/testing/visits.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { now, type Person, useDatabase, withAccount, withPerson } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { tasks } from "#app/worker.ts";

const SCREEN = "/account/settings/data";
let identity: Awaited<ReturnType<typeof openIdentity>>;
let queue: TaskQueue;
let owner: pg.Client;
let temp: string;
const systemTemp = process.env["TMPDIR"];

beforeAll(async () => {
  identity = await openIdentity();
  queue = await startTaskQueue({ tasks, work: false, log: createLog("error") });
  listenForLeads();
  owner = new pg.Client(identity.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await queue?.stop();
  await identity?.drop();
});
beforeEach(() => {
  // A temporary folder of the test's own, so that leftovers show.
  temp = mkdtempSync(`${tmpdir()}/plumbline-copies-`);
  process.env["TMPDIR"] = temp;
});
afterEach(() => {
  if (readdirSync(temp).length > 0) throw new Error(`left behind: ${readdirSync(temp).join(", ")}`);
  if (systemTemp === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = systemTemp;
  rmSync(temp, { recursive: true });
  useDatabase(identity.database);
});

async function personOf(email: string): Promise<Person> {
  const { rows } = await owner.query<{ id: string }>("select id from identity_users where email = $1", [
    email,
  ]);
  return { id: rows[0]!.id, email, emailVerified: true };
}

async function shop(email: string, name: string) {
  const visitor = await signedIn(email);
  const who = await personOf(email);
  const { accountId: account } = await withPerson(who.id, (ctx) => enterOwnAccount(ctx, who));
  const file = await installation().files.put(account, Buffer.from(`%PDF-1.7 ${name}`), "pdf");
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
  await capture(page.slug, { name: "Dana Ruiz", email: "dana@client.test" });
  return { visitor, who, account, file };
}

const args = (visitor: Visitor, fields?: Record<string, string>, path = SCREEN, params = {}) =>
  ({
    request: visitor.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {}),
    context: visitor.context(),
    params,
  }) as never;

async function post(visitor: Visitor, fields: Record<string, string>) {
  const answer = await Promise.resolve(action(args(visitor, fields))).catch((error: unknown) => error);
  if (answer instanceof Response)
    return {
      status: answer.status,
      location: answer.headers.get("location"),
      cookies: answer.headers.getSetCookie(),
      data: null,
    };
  const { data, init } = answer as {
    data: { message: string | null; errors: Record<string, string>; values: unknown };
    init: { status: number };
  };
  return { status: init.status, location: null, cookies: [], data };
}

const exportsOf = async (who: Person) =>
  (
    await owner.query<{ id: string; file: string | null; failed_at: Date | null; ready_at: Date | null }>(
      "select * from identity_exports where user_id = $1 order by asked_at, id",
      [who.id],
    )
  ).rows;
const waitingTasks = async (name: string) =>
  (await owner.query("select data from pgboss.job where name = $1 and state = 'created'", [name])).rows;

/** The contents of a finished export: file name to text. */
async function opened(file: string): Promise<Record<string, string>> {
  const files = unzipSync(await installation().files.get(file));
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
}

async function copyFor(visitor: Visitor, who: Person) {
  expect(await post(visitor, { intent: "copy" })).toMatchObject({ status: 303, location: `${SCREEN}?asked` });
  const asked = (await exportsOf(who)).at(-1)!;
  await makeExport(asked.id, now());
  return { id: asked.id, row: (await exportsOf(who)).at(-1)! };
}

describe("a copy of somebody's data", () => {
  it("holds everything about them and their businesses, and nothing of anybody else", async () => {
    const mine = await shop("owner@copy.test", "Larkspur / Deck");
    const theirs = await shop("other@copy.test", "Other Decks");
    await owner.query(
      "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, 'manager', null, now())",
      [theirs.account, mine.who.id],
    );
    const { row } = await copyFor(mine.visitor, mine.who);
    const files = await opened(row.file!);
    const folder = "businesses/Larkspur Deck";
    expect(JSON.parse(files[`${folder}/leads.json`]!)).toMatchObject([
      { account_id: mine.account, name: "Dana Ruiz", email: "dana@client.test" },
    ]);
    expect(files[`${folder}/files/${mine.file.split("/").at(-1)}`]).toBe("%PDF-1.7 Larkspur / Deck");
    const person = JSON.parse(files["person/person.json"]!) as Record<string, unknown>;
    expect(person).toMatchObject({
      profile: { id: mine.who.id, email: "owner@copy.test" },
      businesses: [
        { account_id: mine.account, name: "Larkspur / Deck", role: "owner" },
        { account_id: theirs.account, name: "Other Decks", role: "manager" },
      ],
    });
    expect(JSON.parse(files["person/sessions.json"]!)).toHaveLength(1);
    expect(
      (JSON.parse(files["person/events.json"]!) as { kind: string }[]).map((event) => event.kind),
    ).toContain("export-asked");
    expect(files["README.txt"]).toContain("owner@copy.test");
    // For someone else's business the export has only its name and the person's role.
    const text = Object.values(files).join("\n");
    expect(text).not.toContain("other@copy.test");
    expect(
      Object.keys(files)
        .filter((name) => name.startsWith("businesses/"))
        .every((name) => name.startsWith(`${folder}/`)),
    ).toBe(true);
    for (const name of Object.keys(files))
      if (name.endsWith(".json")) expect(() => void JSON.parse(files[name]!), name).not.toThrow();
  });

  it("has every table and every column, but for what is named with a reason", async () => {
    const { visitor, who, account } = await shop("columns@copy.test", "Columns");
    const { row } = await copyFor(visitor, who);
    const files = await opened(row.file!);
    const { rows } = await owner.query<{ name: string; columns: string[] }>(
      `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
        where table_schema = 'public' group by 1
       having bool_or(column_name = 'account_id') or table_name like 'identity\\_%' and bool_or(column_name = 'user_id')`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { name, columns } of rows) {
      const file = name.startsWith("identity_")
        ? `person/${name.slice(9)}.json`
        : `businesses/Columns/${name}.json`;
      if (name in WITHHELD) continue;
      expect(Object.keys(files), name).toContain(file);
      const [first] = JSON.parse(files[file]!) as Record<string, unknown>[];
      if (first)
        expect(Object.keys(first).toSorted(), name).toEqual(
          columns.filter((column) => !(`${name}.${column}` in WITHHELD)).toSorted(),
        );
    }
    expect(JSON.parse(files["businesses/Columns/businesses_accounts.json"]!)).toMatchObject([
      { account_id: account },
    ]);
  });

  it("leaves out every secret: a column that sounds like one is withheld, or said to be none", async () => {
    const harmless = new Set<string>([
      "evidence_entries.hash",
      "evidence_entries.payload_hash",
      "evidence_entries.previous_hash",
      "evidence_heads.hash",
      "evidence_keys.public_key",
      "evidence_seals.hash",
      "evidence_seals.key",
      "leads_imports.hash",
      "notifications_keys.public_key",
      "notifications_phones.code_at",
      "notifications_phones.code_id",
      "estimates_scheduled.content_hash",
      "reports.history_hash",
      // The business's own link to one talk, encrypted. It opens nothing after the day it was made.
      "safety_links.sealed",
      "media_originals.thumbhash",
      "sync_commands.hash",
      "leads_suppressions.address_hash",
      "api_answers.key_id",
      "api_webhooks.key_id",
      "api_webhooks.old_secret_until",
      "identity_passkeys.public_key",
      "mail_messages.message_id_header",
      "identity_credentials.access_token_expires_at",
      "identity_credentials.refresh_token_expires_at",
    ]);
    const tables = [
      ...(await withAccount(newId(), (ctx) => copiedTables(ctx.db, { account: ctx.account.id }))),
      ...(await withAccount(newId(), (ctx) => copiedTables(ctx.db, { person: newId() }))),
    ];
    const suspicious = tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => /token|hash|secret|sealed|password|code|key/.test(column))
        .map((column) => `${name}.${column}`),
    );
    expect(suspicious.filter((one) => !harmless.has(one))).toEqual([]);
    // Every name here must exist; otherwise a secret may have been renamed and slip through.
    const { rows } = await owner.query<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
    );
    const all = new Set(rows.map((row) => row.name));
    for (const name of Object.keys(WITHHELD))
      expect(
        name.includes(".") ? all.has(name) : [...all].some((one) => one.startsWith(`${name}.`)),
        name,
      ).toBe(true);
  });

  it("streams many rows without losing one", async () => {
    const { visitor, who, account } = await shop("many@copy.test", "Many");
    await owner.query(
      "insert into leads (account_id, id, name, email, created_at) select $1, gen_random_uuid(), 'Lead ' || n, n || '@many.test', now() from generate_series(1, 2300) n",
      [account],
    );
    const { row } = await copyFor(visitor, who);
    const leads = JSON.parse((await opened(row.file!))["businesses/Many/leads.json"]!) as { email: string }[];
    expect(new Set(leads.map((lead) => lead.email)).size).toBe(2301);
  });

  it("of two businesses of one name are two folders", async () => {
    const { visitor, who } = await shop("twins@copy.test", "Twin");
    const second = newId();
    await owner.query(
      "insert into businesses_accounts (account_id, name, created_at) values ($1, 'TWIN', now())",
      [second],
    );
    await owner.query(
      "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, 'owner', null, now())",
      [second, who.id],
    );
    const files = await opened((await copyFor(visitor, who)).row.file!);
    expect(
      new Set(Object.keys(files).flatMap((name) => /^businesses\/([^/]+)/.exec(name)?.[1] ?? [])),
    ).toEqual(new Set(["Twin", "TWIN (2)"]));
  });

  it("is mailed when ready, opens for that person alone, and is gone after 7 days", async () => {
    const clock = testClock(Temporal.Now.instant().toString());
    useDatabase(identity.database, clock);
    const { visitor, who } = await shop("ready@copy.test", "Ready");
    const stranger = await signedIn("stranger@copy.test");
    const { id, row } = await copyFor(visitor, who);
    const path = `/account/exports/${id}`;
    const mail = (await identity.mailsTo("ready@copy.test")).find(
      (one) => one.subject === "Your data is ready to download",
    );
    expect(mail?.path).toBe(path);
    const get = async (by: Visitor, exportId = id) =>
      (await Promise.resolve(
        download(args(by, undefined, `/account/exports/${exportId}`, { exportId })),
      ).catch((error: unknown) => error)) as Response;
    const answer = await get(visitor);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="Plumbline data \d{4}-\d\d-\d\d\.zip"/,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(String(bytes.length)).toBe(answer.headers.get("content-length"));
    expect(Object.keys(unzipSync(bytes))).toContain("README.txt");
    for (const exportId of [id, newId(), "x", "../../etc"])
      expect((await get(stranger, exportId)).status).toBe(404);
    expect((await get(new Visitor())).headers.get("location")).toMatch(/^\/login\?next=/);
    await owner.query(
      "update identity_sessions set confirmed_at = confirmed_at - interval '16 minutes' where user_id = $1",
      [who.id],
    );
    expect((await get(visitor)).headers.get("location")).toBe(
      `/account/confirm?next=${encodeURIComponent(path)}`,
    );
    await owner.query("update identity_sessions set confirmed_at = $2 where user_id = $1", [
      who.id,
      clock.now().add({ hours: 168 }).toString(),
    ]);
    clock.advance({ hours: 24 * 7, minutes: 1 });
    expect((await get(visitor)).status).toBe(404);
    expect(await installation().files.exists(row.file!)).toBe(true);
    const purge = businessesTasks.find((task) => task.name === "businesses.purge-exports")!;
    await purge.run({}, clock.now());
    expect(await installation().files.exists(row.file!)).toBe(false);
    expect(await exportsOf(who)).toEqual([]);
  });
});

describe("asking for a copy", () => {
  it("is one at a time, however fast the fingers, and three a day", async () => {
    const visitor = await signedIn("eager@copy.test");
    const who = await personOf("eager@copy.test");
    const answers = await Promise.all([1, 2, 3].map(() => post(visitor, { intent: "copy" })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([303, 409, 409]);
    const [first] = await exportsOf(who);
    expect(
      (await waitingTasks("businesses.make-export")).filter(
        (job: { data: { exportId: string } }) => job.data.exportId === first!.id,
      ),
    ).toHaveLength(1);
    await makeExport(first!.id, now());
    for (let more = 0; more < 2; more++) await copyFor(visitor, who);
    const refused = await post(visitor, { intent: "copy" });
    expect(refused.status).toBe(429);
    expect(refused.data?.message).toContain("tomorrow");
    expect(await exportsOf(who)).toHaveLength(3);
  });

  it("asks first who it is", async () => {
    const visitor = await signedIn("stale@copy.test");
    const who = await personOf("stale@copy.test");
    await owner.query(
      "update identity_sessions set confirmed_at = confirmed_at - interval '16 minutes' where user_id = $1",
      [who.id],
    );
    for (const fields of [
      { intent: "copy" },
      { intent: "delete", typed: who.email },
      { intent: "close", typed: "close", business: newId() },
    ] as Record<string, string>[])
      expect((await post(visitor, fields)).location).toBe(
        `/account/confirm?next=${encodeURIComponent(SCREEN)}`,
      );
    expect((await loader(args(visitor))).confirmPath).toBe(
      `/account/confirm?next=${encodeURIComponent(SCREEN)}`,
    );
    expect(await exportsOf(who)).toEqual([]);
    expect((await post(new Visitor(), { intent: "delete", typed: who.email })).location).toMatch(/^\/login/);
  });

  it("made twice after a crash leaves one file and one mail", async () => {
    const { visitor, who } = await shop("crash@copy.test", "Crash");
    await post(visitor, { intent: "copy" });
    const [asked] = await exportsOf(who);
    // A worker that seemed dead, and the one that took over.
    await Promise.all([makeExport(asked!.id, now()), makeExport(asked!.id, now().add({ minutes: 1 }))]);
    await makeExport(asked!.id, now());
    const files = await Array.fromAsync(installation().files.list(who.id));
    expect(files.map((file) => file.key)).toEqual([(await exportsOf(who))[0]!.file]);
    expect(
      (await identity.mailsTo(who.email)).filter((mail) => mail.subject === "Your data is ready to download"),
    ).toHaveLength(1);
  });

  it("is tried again while the store is away for a moment; then it is given up, said, and can be asked for again", async () => {
    const { visitor, who } = await shop("failing@copy.test", "Failing");
    const before = installation();
    onTestFinished(() => useInstallation(before));
    const away = () => Promise.reject(new AppError("unavailable", "The store is away."));
    useInstallation({
      ...before,
      files: { ...before.files, list: (id) => before.files.list(id), stream: away, putFile: away },
    });
    await post(visitor, { intent: "copy" });
    const [asked] = await exportsOf(who);
    await expect(makeExport(asked!.id, now())).rejects.toMatchObject({ code: "unavailable" });
    expect((await exportsOf(who))[0]).toMatchObject({ failed_at: null, ready_at: null });
    await expect(makeExport(asked!.id, now().add({ minutes: 3 }))).rejects.toMatchObject({
      code: "unavailable",
    });
    expect((await exportsOf(who))[0]!.failed_at).not.toBeNull();
    expect((await identity.mailsTo(who.email)).map((mail) => mail.subject)).toContain(
      "We couldn’t make a copy of your data",
    );
    expect((await loader(args(visitor))).copies).toMatchObject([{ state: "failed" }]);
    useInstallation(before);
    await makeExport(asked!.id, now());
    const { row } = await copyFor(visitor, who);
    expect(row.ready_at).not.toBeNull();
  });

  it("by somebody who is gone when it is made leaves nothing", async () => {
    const visitor = await signedIn("gone@copy.test");
    const who = await personOf("gone@copy.test");
    await post(visitor, { intent: "copy" });
    const [asked] = await exportsOf(who);
    const slow = makeExport(asked!.id, now()).catch(() => {});
    expect(await post(visitor, { intent: "delete", typed: who.email })).toMatchObject({
      status: 303,
      location: "/goodbye",
    });
    await slow;
    await makeExport(asked!.id, now());
    // One that was ready before they left goes with the rest of their files.
    const erasing: { data: { accounts: string[] } }[] = await waitingTasks("businesses.finish-erasure");
    expect(erasing.flatMap(({ data }) => data.accounts)).toContain(who.id);
    await finishErasure({ accounts: [who.id] });
    expect(await Array.fromAsync(installation().files.list(who.id))).toEqual([]);
  });
});

describe("the ends", () => {
  it("show what would be gone, and take the address typed by hand", async () => {
    const { visitor, who, account } = await shop("ends@copy.test", "Ends & Sons");
    const page = await loader(args(visitor));
    expect(page).toMatchObject({
      confirmPath: null,
      owns: ["Ends & Sons"],
      close: { id: account, word: "Ends & Sons", others: 0, counts: "1 lead" },
      erased: [{ id: account, name: "Ends & Sons", counts: "1 lead" }],
      blocking: [],
    });
    for (const typed of ["", "ends@copy.tes", "x".repeat(10_000), "ends@copy.test\r\nBcc: x"]) {
      const refused = await post(visitor, { intent: "delete", typed });
      expect(refused).toMatchObject({
        status: 422,
        data: { errors: { email: "Type ends@copy.test to delete your account." } },
      });
    }
    expect(await post(visitor, { intent: "close", typed: "Ends", business: account })).toMatchObject({
      status: 422,
      data: { errors: { typed: "Type “Ends & Sons” to close it." } },
    });
    const done = await post(visitor, { intent: "delete", typed: " ENDS@copy.test " });
    expect(done).toMatchObject({ status: 303, location: "/goodbye" });
    expect(done.cookies.join("\n")).toMatch(/plumbline-session=; Max-Age=0/);
    expect((await post(visitor, { intent: "delete", typed: "ends@copy.test" })).location).toMatch(/^\/login/);
    expect((await owner.query("select 1 from identity_users where id = $1", [who.id])).rows).toEqual([]);
    expect(
      (await waitingTasks("businesses.finish-erasure")).some((job: { data: { accounts: string[] } }) =>
        job.data.accounts.includes(account),
      ),
    ).toBe(true);
  });

  it("refuse the only owner of a business with others, with the way out", async () => {
    const { visitor, who, account } = await shop("held@copy.test", "Held");
    await signedIn("helper@copy.test");
    const helper = await personOf("helper@copy.test");
    await owner.query(
      "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, 'member', null, now())",
      [account, helper.id],
    );
    expect((await loader(args(visitor))).blocking).toMatchObject([{ name: "Held", others: 1 }]);
    expect(await post(visitor, { intent: "delete", typed: who.email })).toMatchObject({ status: 409 });
    expect((await owner.query("select 1 from identity_users where id = $1", [who.id])).rows).toHaveLength(1);
  });

  it("do nothing for a form that says nothing", async () => {
    const visitor = await signedIn("nothing@copy.test");
    expect((await post(visitor, {})).status).toBe(422);
    expect((await post(visitor, { intent: "erase-everybody" })).status).toBe(422);
    expect(existsSync(temp)).toBe(true);
  });
});
