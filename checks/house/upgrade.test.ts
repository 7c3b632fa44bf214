import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { getBusiness, mayMailOthers } from "#ground/businesses/public.server.ts";
import { startIdentity } from "#ground/identity/public.server.ts";
import { identity } from "#ground/identity/start.server.ts";
import { contactStates, leadHistory, listLeads, listPages } from "#trade/leads/public.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { listMagnets } from "#trade/magnets/data.server.ts";
import { getMagnet } from "#trade/magnets/public.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { recordBadAddress, mayStillSend } from "#trade/sequences/sending/may-send.server.ts";
import { ledgerOfLead, outcomeOf } from "#trade/sequences/public.server.ts";
import { listTables, quoted } from "#platform/backup/database/catalog.server.ts";
import { serverMissing, startServerPostgres } from "#platform/backup/testing/server-postgres.ts";
import { fillTable } from "#platform/backup/testing/weird-rows.ts";
import { useInstallation } from "#platform/config/installation.server.ts";
import { useSecret } from "#platform/config/signing.server.ts";
import {
  APP_ROLE,
  type ConnectionSettings,
  type Database,
  openDatabase,
} from "#platform/db/database.server.ts";
import { checkAppRole, migrateDatabase } from "#platform/db/migrate.server.ts";
import { useDatabase, withAccount } from "#platform/db/scope.server.ts";
import { createDiskStore } from "#platform/files/disk.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import { variants } from "#platform/testing/long-form.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { createMailer } from "#platform/mail/sending/mailer.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { BUSINESS, VISITORS } from "#app/demo/cast.ts";
import { demoClock, fillDemo } from "#app/demo/fill.ts";
import { defineDueKinds } from "#app/due-kinds.ts";
import { defineNotificationKinds } from "#app/notification-kinds.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { schemaParts } from "#app/schema.ts";
import { subscribe } from "#app/subscriptions.ts";
import { readReleaseDump, releaseDumps, writeReleaseDump } from "../testing/release-dumps.ts";

// Each release has a dump of its database with rows: migrations/testing/{release}.sql.br (or .sql). It is
// written once, before the next migration is added, and never changed. To write it, with a PostgreSQL server
// (for pg_dump) on the machine:
//
//   RELEASE_FIXTURE=release-8 npx vitest run checks/house/upgrade.test.ts
//
// Here every dump is upgraded to the present, in the short form the newest and the oldest. `npm run prove`
// also starts the product on each (e2e/prove/old-data.prove.ts). Schema, policies, functions and the task
// queue's tables are those of its release, so this is what an operator's upgrade does.
const writing = process.env["RELEASE_FIXTURE"];

/**
 * Tables and columns (`public.leads.phone`) that a later migration removed on purpose, with where their data
 * went.
 */
const GONE: Readonly<Record<string, string>> = {
  "public.logs_entries.search": "worklist_items.words, whose index searches it",
  "public.logs_entries.words": "worklist_items.words",
  "public.logs_weathers.search": "worklist_items.words, whose index searches it",
  "public.logs_weathers.words": "worklist_items.words",
  "public.logs_reminded": "due_items, with the record in place of job and date",
  "public.reports_sendings": "papers_recipients",
};
/** Tables that describe the schema instead of storing data. */
const DESCRIBING = new Set(["public.schema_security", "pgboss.version"]);

const PASSWORD = "cedar-plumb-ledger-1234";
const SECRET = "the secret of every release fixture";
const NOW = Temporal.Instant.from("2026-11-20T19:00:00Z");
const log = createLog("error");
const folder = mkdtempSync(path.join(tmpdir(), "plumbline-upgrade-"));
const opened: Database[] = [];

afterAll(async () => {
  for (const database of opened) await database.close();
  await closeRenderers();
  rmSync(folder, { recursive: true, force: true });
});

/** Connects this process to a database, with a fixed clock. */
function work(owner: ConnectionSettings) {
  const database = openDatabase(owner, { ...owner, user: APP_ROLE });
  opened.push(database);
  const clock = demoClock(NOW);
  useDatabase(database, clock);
  useSecret(SECRET);
  const sender = { mailbox: { name: "Plumbline", address: "mail@plumbline.test" }, host: "plumbline.test" };
  const files = createDiskStore(path.join(folder, "files"));
  // With a mailbox connected, owners don't have to be asked before each day's follow-ups.
  const setup = {
    dataDir: folder,
    mailServer: null,
    mailbox: "imap.plumbline.test",
    mailboxTakes: () => true,
  };
  useInstallation({
    publicUrl: "http://localhost:3000",
    brand: "Plumbline",
    files,
    sender,
    operatorEmails: [],
    setup,
  });
  startIdentity({
    secret: SECRET,
    publicUrl: "http://localhost:3000",
    productName: "Plumbline",
    sender,
    log,
  });
  subscribe();
  defineKinds();
  defineDueKinds();
  defineNotificationKinds();
  const settings = { SMTP_URL: undefined, DATA_DIR: folder, DKIM_KEY: undefined, DKIM_SELECTOR: undefined };
  const mailer = createMailer({
    database,
    settings,
    sender,
    files,
    clock,
    log,
    mayStillSend,
    onOutcome: recordBadAddress,
  });
  return { clock, mailer };
}

async function connected<T>(
  settings: ConnectionSettings,
  task: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}

const appRole = { name: APP_ROLE, password: undefined, create: true };

test.each(writing ? [writing] : [])("writes the fixture of %s", { timeout: 120_000 }, async (release) => {
  if (serverMissing) throw new Error(serverMissing);
  const server = await startServerPostgres();
  try {
    const { owner } = await server.createDatabase("release");
    await migrateDatabase(owner, schemaParts(path.resolve()), appRole);
    const { clock, mailer } = work(owner);
    await fillDemo({ clock, now: NOW, password: PASSWORD, sendDue: () => mailer.sendDue() });
    await mailer.stop();
    await connected(owner, async (client) => {
      await client.query(
        'insert into pgboss.job (name, data) select name, \'{"from": "the fixture"}\' from pgboss.queue',
      );
      for (const table of await listTables(client)) {
        const { rowCount } = await client.query(
          `select 1 from ${quoted(table.schema)}.${quoted(table.name)} limit 1`,
        );
        if (!rowCount && table.schema === "public") await fillTable(client, table, 3, true);
      }
    });
    const sql = server.dump("release", ["--no-owner", "--inserts", "--rows-per-insert=100"]);
    expect(sql).toContain("CREATE POLICY own_rows");
    // psql's own commands, which other clients can't run.
    writeReleaseDump(release, sql.replaceAll(/^\\(un)?restrict .*$\n/gm, ""));
  } finally {
    for (const database of opened.splice(0)) await database.close();
    await server.stop();
  }
});

const releases = releaseDumps();
const fixtures = writing ? [] : variants([...releases.splice(-1), ...releases], 2);

describe.each(fixtures)("data of %s", (name) => {
  const server = inject("databaseServer");
  const owner = { ...server, database: `upgrade_${randomBytes(5).toString("hex")}` };
  let before: Record<string, Row[]>;

  test("survives the upgrade, row by row", { timeout: 60_000 }, async () => {
    await connected({ ...server, database: "plumbline" }, async (admin) => {
      // Test files share the server, and another may be creating the role right now.
      await admin
        .query(`create role ${APP_ROLE} nosuperuser nobypassrls login`)
        .catch((error: pg.DatabaseError) => {
          if (!["42710", "23505"].includes(error.code ?? "")) throw error;
        });
      await admin.query(`create database ${owner.database}`);
    });
    await connected(owner, (client) => client.query(readReleaseDump(name)));
    before = await connected(owner, everyRow);
    expect(
      Object.entries(before).filter(([table, rows]) => table.startsWith("public.") && rows.length === 0),
    ).toEqual([]);

    await migrateDatabase(owner, schemaParts(path.resolve()), appRole);
    await checkAppRole({ ...owner, user: APP_ROLE });
    // A second start has nothing to do and changes nothing.
    await migrateDatabase(owner, schemaParts(path.resolve()), appRole);
    const after = await connected(owner, everyRow);

    for (const [table, rows] of Object.entries(before)) {
      const now = after[table];
      if (!now) {
        expect(GONE, `${table} is gone: say in GONE where its rows went`).toHaveProperty([table]);
        continue;
      }
      const columns = Object.keys(rows[0] ?? {});
      const kept = columns.filter((column) => now[0] && column in now[0]);
      for (const column of columns.filter((one) => !kept.includes(one)))
        expect(GONE, `${table}.${column} is gone: say in GONE where it went`).toHaveProperty([
          `${table}.${column}`,
        ]);
      const text = (row: Row) => JSON.stringify(kept.map((column) => row[column]));
      expect(now.map(text), table).toEqual(expect.arrayContaining(rows.map(text)));
    }
    const { entries } = JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8")) as {
      entries: unknown[];
    };
    expect(after["drizzle.__drizzle_migrations"]).toHaveLength(entries.length);
    const open = await connected(owner, (client) =>
      client.query(
        `select relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not (relrowsecurity and relforcerowsecurity)`,
      ),
    );
    expect(open.rows).toEqual([]);
  });

  test("can be worked with as before", { timeout: 60_000 }, async () => {
    const { clock, mailer } = work(owner);
    expect(await identity().checkPassword(BUSINESS.owner, PASSWORD)).not.toBeNull();
    const accountId = String(
      before["public.businesses_accounts"]!.find((row) => row["name"] === BUSINESS.name)?.["account_id"],
    );
    const page = await withAccount(accountId, async (ctx) => {
      expect(await getBusiness(ctx)).toMatchObject({
        name: BUSINESS.name,
        zone: BUSINESS.zone,
        postalAddress: BUSINESS.postalAddress,
      });
      expect(await mayMailOthers(ctx)).toBe(true);
      const leads = await listLeads(ctx);
      expect(leads.map(({ email }) => email ?? "").sort()).toEqual(VISITORS.map(({ email }) => email).sort());
      expect(
        (
          await contactStates(
            ctx,
            leads.map(({ id }) => id),
          )
        ).size,
      ).toBe(leads.length);
      for (const lead of leads) {
        expect((await leadHistory(ctx, lead.id)).touches.length).toBeGreaterThan(0);
        for (const line of await ledgerOfLead(ctx, lead.id))
          expect(outcomeOf(line, ctx.now, true).label).not.toBe("");
      }
      const [magnet] = await listMagnets(ctx);
      expect((await getMagnet(ctx, magnet!.id)).text.sections.length).toBeGreaterThan(2);
      return (await listPages(ctx))[0]!;
    });

    // A new lead is followed up to the end, and so are the steps planned before the upgrade.
    const { leadId } = await capture(page.slug, { name: "New", email: "new@mail.example" });
    // Runs at intervals, as after outages: late steps go out spread over the following hours and days.
    for (const hours of [0, 6 * 24, ...Array.from({ length: 60 }, (_, more) => 12 * 24 + more)]) {
      clock.set(NOW.add({ hours }));
      while ((await sendDueSteps(accountId)) > 0);
      await deliver(accountId);
    }
    await withAccount(accountId, async (ctx) => {
      for (const lead of await listLeads(ctx))
        expect(
          (await ledgerOfLead(ctx, lead.id)).map(({ state }) => state),
          lead.name,
        ).not.toContain("waiting");
      expect((await ledgerOfLead(ctx, leadId)).map(({ state }) => state)).toEqual(["handed", "handed"]);
    });
    await mailer.stop();
  });
});

type Row = Readonly<Record<string, unknown>>;

async function everyRow(client: pg.Client): Promise<Record<string, Row[]>> {
  await client.query("set timezone to 'UTC'; set search_path to public");
  const all: Record<string, Row[]> = {};
  for (const { schema, name } of await listTables(client)) {
    if (DESCRIBING.has(`${schema}.${name}`)) continue;
    const { rows } = await client.query<{ row: Row }>(
      `select to_jsonb(t) as row from ${quoted(schema)}.${quoted(name)} t`,
    );
    all[`${schema}.${name}`] = rows.map(({ row }) => row);
  }
  return all;
}
