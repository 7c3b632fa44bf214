import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ArchiveWriter } from "../archive-writer.server.ts";
import { BackupError } from "../backup-error.ts";
import { copyOut, fingerprint, listTables, type Table, tableName } from "./catalog.server.ts";
import { type Header, pieceName, type TableRecord } from "../format.ts";

/** Bytes of a table buffered at once: an entry's size must be known before it begins. */
const PIECE = 4 * 1024 * 1024;

/** A snapshot of the database, valid during its transaction. */
export interface Snapshot {
  readonly tables: readonly Table[];
  readonly migrations: Header["migrations"];
  readonly taskQueue: number | null;
}

/**
 * Begins the one transaction for all reading: as of one moment, while the product goes on writing.
 *
 * The tables are locked against alteration before the snapshot is taken: an `alter table` that rewrites a
 * table would make it look empty to an older snapshot.
 * @throws BackupError if the product never ran on this database, or its rows would be hidden from this role
 */
export async function beginSnapshot(client: pg.Client): Promise<Snapshot> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const seen = await listTables(client);
    if (!seen.some(({ schema }) => schema === "drizzle"))
      throw new BackupError(
        "There’s nothing to back up. The product hasn’t been started on this database yet.",
      );
    await client.query("begin isolation level repeatable read read only");
    await client.query(`lock table ${seen.map(tableName).join(", ")} in access share mode`);
    const tables = await listTables(client);
    // A migration ran in between: start over.
    if (JSON.stringify(tables) !== JSON.stringify(seen)) {
      await client.query("rollback");
      continue;
    }
    await refuseHiddenRows(client);
    const { rows: migrations } = await client.query<{ hash: string; created: string }>(
      "select hash, created_at::text as created from drizzle.__drizzle_migrations order by created_at, id",
    );
    return {
      tables,
      migrations: migrations.map(({ hash, created }) => ({ hash, createdAt: Number(created) })),
      taskQueue: await taskQueueVersion(client),
    };
  }
  throw new BackupError("The database’s tables are being changed right now. Try again in a minute.");
}

// Forced row security binds the owner too. Without the policy that shows it all rows, a backup would be
// silently incomplete.
async function refuseHiddenRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; table: string }>(
    `select current_user::text as role, c.relname::text as table
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select 1 from pg_roles where rolname = current_user and (rolsuper or rolbypassrls))
        and (c.relforcerowsecurity or not pg_has_role(current_user, c.relowner, 'usage'))
        and (not exists (select 1 from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'owner_rows'
                            and p.permissive = 'PERMISSIVE' and p.cmd = 'ALL' and p.qual = 'true' and current_user = any (p.roles))
             or exists (select 1 from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.permissive = 'RESTRICTIVE' and p.cmd in ('ALL', 'SELECT')
                            and exists (select 1 from unnest(p.roles) r where r = 'public' or pg_has_role(current_user, r, 'usage'))))
      limit 1`,
  );
  const [hidden] = rows;
  if (hidden)
    throw new BackupError(
      `Row security hides rows of ${hidden.table} from the database role ${hidden.role}. Start the product once with this DATABASE_URL, then back up again.`,
    );
}

/** Version of the task queue's schema; null if it doesn't exist. */
export async function taskQueueVersion(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('pgboss.version') is not null as there",
  );
  if (!rows[0]?.there) return null;
  const { rows: versions } = await client.query<{ version: number }>("select version from pgboss.version");
  return versions[0]?.version ?? null;
}

/** Counts and fingerprints every table, in the snapshot. */
export async function recordTables(client: pg.Client, tables: readonly Table[]): Promise<TableRecord[]> {
  const records: TableRecord[] = [];
  for (const table of tables)
    records.push({ ...table, columns: [...table.columns], ...(await fingerprint(client, table)) });
  return records;
}

/** Writes the rows of one table, in pieces. */
export async function dumpTable(
  client: pg.Client,
  archive: ArchiveWriter,
  table: TableRecord,
  index: number,
): Promise<void> {
  const stream = client.query(copyTo(copyOut(table)));
  let parts: Buffer[] = [];
  let size = 0;
  let piece = 0;
  const flush = async () => {
    if (size > 0) await archive.add(pieceName(index, table, ++piece), Buffer.concat(parts));
    parts = [];
    size = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= PIECE) await flush();
  }
  await flush();
  if (stream.rowCount !== table.rows)
    throw new BackupError(
      `The database gave ${stream.rowCount} rows of ${table.name} but had counted ${table.rows}. Try again.`,
    );
}
