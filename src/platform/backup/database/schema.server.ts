import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { getConstructionPlans } from "pg-boss";
import type pg from "pg";
import { MIGRATION_LOCK } from "../../db/migrate.server.ts";
import { BackupError } from "../backup-error.ts";
import { prepareSession, SCHEMAS, type Table, tableName } from "./catalog.server.ts";
import { taskQueueVersion } from "./dump-database.server.ts";
import type { Header } from "../format.ts";

const LOCK_TIMEOUT = "55P03";

/** The migrations before a backup, and those since. */
export interface Path {
  readonly before: readonly MigrationMeta[];
  readonly since: readonly MigrationMeta[];
}

/**
 * Finds the backup's position in this product's migrations.
 * @throws BackupError if the backup is from a newer version, or has another history
 */
export function migrationPath(migrationsFolder: string, header: Header): Path {
  const ours = readMigrationFiles({ migrationsFolder });
  const inBackup = header.migrations;
  if (inBackup.length > ours.length)
    throw new BackupError(
      `The backup was made by a newer version of Plumbline (${header.product}). Upgrade this one first, then restore.`,
    );
  if (inBackup.some(({ hash }, at) => ours[at]?.hash !== hash))
    throw new BackupError(
      `The backup was made by a version of Plumbline (${header.product}) whose history this one does not share. Restore it with that version.`,
    );
  return { before: ours.slice(0, inBackup.length), since: ours.slice(inBackup.length) };
}

type What = "restore" | "move";

/**
 * Blocks a product that starts meanwhile, until the session ends.
 * @throws BackupError if one is starting now
 */
export async function lockMigrations(client: pg.Client, what: What = "restore"): Promise<void> {
  // A normal start finishes within this time, and so does the session of an interrupted restore.
  await client.query("set lock_timeout = '5s'");
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]).catch((error: { code?: string }) => {
    if (error.code !== LOCK_TIMEOUT) throw error;
    throw new BackupError(`The product is starting on this database. Stop it first, then ${what}.`);
  });
  await client.query("set lock_timeout = 0");
}

/**
 * Checks that the database has no rows, and drops the tables of a start without rows. Runs inside the
 * restore's transaction.
 * @throws BackupError if the product is connected, or it is not empty
 */
export async function clearEmptyDatabase(
  client: pg.Client,
  appRole: string,
  path: Path,
  what: What = "restore",
): Promise<void> {
  const { rows: sessions } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and usename = $1 and pid <> pg_backend_pid() limit 1",
    [appRole],
  );
  if (sessions.length > 0)
    throw new BackupError(`The product is running on this database. Stop it first, then ${what}.`);
  const tables = await everyTable(client);
  if (tables.length === 0) return;
  await refuseForeignTables(client, tables, path, what);
  // Don't wait forever for other readers or writers.
  await client.query("set local lock_timeout = '3s'");
  await client.query(`lock table ${tables.map(tableName).join(", ")} in access exclusive mode`);
  for (const table of tables.filter(({ schema }) => schema === "public")) {
    // Row security must not make a full table look empty.
    await client.query(`alter table ${tableName(table)} no force row level security`);
    const { rows } = await client.query<{ any: boolean }>(
      `select exists (select 1 from ${tableName(table)}) as any`,
    );
    if (rows[0]?.any && table.name !== "schema_security")
      throw new BackupError(
        `The database holds rows already (in ${table.name}). A ${what} needs an empty ${what === "restore" ? "installation: another DATA_DIR, or another database" : "database"}.`,
      );
  }
  const own = tables.filter(({ schema }) => schema === "public");
  if (own.length > 0) await client.query(`drop table ${own.map(tableName).join(", ")}`);
  await client.query("drop schema if exists pgboss cascade");
  await client.query("drop schema if exists drizzle cascade");
}

async function everyTable(client: pg.Client): Promise<Pick<Table, "schema" | "name">[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname::text as schema, c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

// Only tables that this product created may be dropped, and only its own migrations prove that.
async function refuseForeignTables(
  client: pg.Client,
  tables: readonly Pick<Table, "schema" | "name">[],
  { before, since }: Path,
  what: What,
): Promise<void> {
  const ours = new Set([...before, ...since].map(({ hash }) => hash));
  const journal = tables.some(({ schema, name }) => schema === "drizzle" && name === "__drizzle_migrations")
    ? (await client.query<{ hash: string }>("select hash from drizzle.__drizzle_migrations")).rows
    : [];
  if (journal.length > 0 && journal.every(({ hash }) => ours.has(hash))) return;
  throw new BackupError(
    `The database holds tables that this version of the product did not make. A ${what} needs an empty database.`,
  );
}

/** Creates the tables as of the backup's version, without row security, which the next start adds. */
export async function createSchema(
  client: pg.Client,
  { before }: Path,
  taskQueue: number | null,
): Promise<void> {
  // The same table as drizzle creates; its rows come from the backup.
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const migration of before) await apply(client, migration);
  if (taskQueue === null) return;
  await createTaskQueue(client);
  const version = await taskQueueVersion(client);
  if (version !== null && version < taskQueue)
    throw new BackupError(
      "The backup was made by a newer version of Plumbline. Upgrade this one first, then restore.",
    );
}

// The task queue's script opens its own transaction with timeouts for a live server; here it must be part of
// ours.
async function createTaskQueue(client: pg.Client): Promise<void> {
  const script = /^\s*BEGIN;\s*((?:SET LOCAL \w+ = \d+;\s*)*)(.*)COMMIT;\s*$/s.exec(
    getConstructionPlans("pgboss"),
  )?.[2];
  if (script === undefined || /^\s*(BEGIN|COMMIT);/m.test(script))
    throw new BackupError("The task queue's tables can't be made: this version of it is not known here.");
  await client.query(script);
}

/** Migrates the loaded rows to this product's schema. */
export async function finishMigrations(client: pg.Client, { since }: Path): Promise<void> {
  for (const migration of since) {
    await apply(client, migration);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      migration.hash,
      migration.folderMillis,
    ]);
  }
}

async function apply(client: pg.Client, migration: MigrationMeta): Promise<void> {
  for (const statement of migration.sql) await client.query(statement);
  // Resets settings that the previous migration changed.
  await prepareSession(client);
}
