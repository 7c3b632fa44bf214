import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrateDatabase } from "../../db/migrate.server.ts";
import { createDiskStore } from "../../files/disk.server.ts";
import { createTaskQueues } from "../../queue/queue.server.ts";
import { listTables, type Table, tableName } from "../database/catalog.server.ts";

export type Owner = { host: string; port: number; user: string; database: string };

export const SECRET = "a secret of this test, long enough";
const ROLE = "plumbline_app";

// Tables that a backup could stumble over: names that need quotes, references against the alphabet and to
// itself, generated and numbered columns, every type.
const FIRST = `
create table "zeta parents" (account_id uuid not null, id uuid not null, "odd ""name""" text, primary key (account_id, id));
--> statement-breakpoint
create table alpha_children (
  account_id uuid not null, id uuid primary key, parent_account uuid not null, parent uuid not null, above uuid references alpha_children (id),
  foreign key (parent_account, parent) references "zeta parents" (account_id, id));
--> statement-breakpoint
create table middle (
  id int generated always as identity primary key, number serial unique, twice int generated always as (length(words) * 2) stored, words text,
  j jsonb, js json, t timestamptz, tz timestamp(3), d date, iv interval, b bytea, n numeric(10,2), f double precision, r real, flag boolean,
  texts text[], numbers int[], ids uuid[], small smallint, big bigint, short varchar(20));
--> statement-breakpoint
create table "dots.and spaces" (a text, "b c" text);
--> statement-breakpoint
create table nothing_yet (id uuid primary key, words text);`;
const SECOND = `
alter table middle add column later text not null default 'added';
--> statement-breakpoint
alter table nothing_yet rename to something_else;
--> statement-breakpoint
insert into "dots.and spaces" values ('from the second', 'migration');`;

/** A minimal product for backup tests: migrations, a database, a data folder. */
export interface SmallProduct {
  readonly owner: Owner;
  readonly dataDir: string;
  readonly migrationsFolder: string;
  /** Does what a start does: migrations, row security, the task queue. */
  start(): Promise<void>;
  /** Adds the second migration, like an upgrade. */
  upgrade(): Promise<void>;
  client(): Promise<pg.Client>;
  remove(): Promise<void>;
}

/** Creates one on a new database. */
export async function smallProduct(createDatabase: (name: string) => Promise<Owner>): Promise<SmallProduct> {
  const clients: pg.Client[] = [];
  const owner = await createDatabase(`small_${randomBytes(5).toString("hex")}`);
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-small-"));
  const dataDir = path.join(folder, "data");
  const migrationsFolder = path.join(folder, "migrations");
  await mkdir(dataDir);
  await chmod(folder, 0o711);
  await writeMigrations(migrationsFolder, [FIRST]);
  return {
    owner,
    dataDir,
    migrationsFolder,
    start: () =>
      migrateDatabase(
        owner,
        {
          migrationsFolder,
          readableRows: {},
          tableRoles: { usual: { read: [], write: [], appendOnly: false }, tables: {} },
          functions: [],
          afterwards: (as) => createTaskQueues(as, [{ name: "small.task" } as never]),
        },
        { name: ROLE, password: undefined, create: true },
      ),
    upgrade: () => writeMigrations(migrationsFolder, [FIRST, SECOND]),
    async client() {
      const client = new pg.Client(owner);
      clients.push(client);
      await client.connect();
      return client;
    },
    async remove() {
      for (const client of clients) await client.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A migrations folder with these, as drizzle-kit writes it. */
async function writeMigrations(folder: string, scripts: readonly string[]): Promise<void> {
  await mkdir(path.join(folder, "meta"), { recursive: true });
  const entries = scripts.map((_, idx) => ({
    idx,
    version: "7",
    when: 1000 + idx,
    tag: `000${idx}_small`,
    breakpoints: true,
  }));
  for (const [at, script] of scripts.entries())
    await writeFile(path.join(folder, `${entries[at]!.tag}.sql`), script);
  await writeFile(
    path.join(folder, "meta", "_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries }),
  );
}

/**
 * All rows of all tables as sorted text, equal for databases with the same rows. Excludes values that the
 * database derives: the words of a search depend on its version and locale.
 */
export async function everyRow(
  client: pg.Client,
  only: (table: Table) => boolean = () => true,
): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  await client.query("set timezone to 'UTC'");
  for (const table of (await listTables(client)).filter(only)) {
    const own = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
    const { rows } = await client.query<{ row: string }>(
      `select row(${own})::text as row from ${tableName(table)} t order by 1`,
    );
    all[`${table.schema}.${table.name}`] = rows.map(({ row }) => row);
  }
  return all;
}

/** Every index and constraint of the product's own tables, as SQL. */
export async function everyKey(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select indexdef as key from pg_indexes where schemaname in ('public', 'drizzle') and tablename <> 'scratch'
      union all
     select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace in ('public'::regnamespace, 'drizzle'::regnamespace) order by 1`,
  );
  return rows.map(({ key }) => key);
}

/** Puts the product's files into a data folder: stored ones, an outbox, a secret, a site.json. */
export async function fillFolder(dataDir: string): Promise<void> {
  const store = createDiskStore(path.join(dataDir, "files"));
  for (let at = 0; at < 40; at++) {
    const account = `00000000-0000-7000-8000-00000000000${at % 7}`;
    await store.put(account, randomBytes(at === 3 ? 9_000_000 : at * 997), at % 2 ? "pdf" : "webp");
  }
  await mkdir(path.join(dataDir, "outbox", "mail"), { recursive: true });
  await mkdir(path.join(dataDir, "outbox", "sms"), { recursive: true });
  await writeFile(
    path.join(dataDir, "outbox", "mail", "20261120T094713Z-1.eml"),
    "Subject: hi\r\n\r\nhello\r\n",
  );
  await writeFile(path.join(dataDir, "outbox", "mail", ".half.eml.part"), "half");
  await writeFile(path.join(dataDir, "outbox", "sms", `20261120T094713Z-${"ü".repeat(90)}.json`), "{}");
  await writeFile(path.join(dataDir, "secret"), `${SECRET}\n`, { mode: 0o600 });
  await writeFile(path.join(dataDir, "site.json"), '{"brand":"Żółw"}');
}

/** Path and digest of each file in a data folder, without the database and unfinished files. */
export async function everyFile(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const all: Record<string, string> = {};
  for (const entry of entries) {
    const name = path.relative(dataDir, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || /^database\/|(^|\/)\./.test(name)) continue;
    all[name] = createHash("sha256")
      .update(await readFile(path.join(dataDir, name)))
      .digest("hex");
  }
  return all;
}
