import { createHash } from "node:crypto";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ConnectionSettings } from "../../db/database.server.ts";
import { asBackupError, BackupError } from "../backup-error.ts";
import { copyOut, listTables, prepareSession, tableName } from "./catalog.server.ts";
import { beginSnapshot, recordTables } from "./dump-database.server.ts";
import { FORMAT, type Header } from "../format.ts";
import { openLoader } from "./load-database.server.ts";
import {
  clearEmptyDatabase,
  createSchema,
  finishMigrations,
  lockMigrations,
  migrationPath,
} from "./schema.server.ts";

export interface MoveOptions {
  /** The source database, without other writers. */
  readonly from: ConnectionSettings;
  /** The empty target database, as its owner. */
  readonly to: ConnectionSettings;
  /** The role the product serves as there: while it is connected, the product is running. */
  readonly appRole: string;
  readonly migrationsFolder: string;
  readonly signal: AbortSignal;
}

export interface MoveSummary {
  readonly rows: number;
  readonly tables: number;
  /** Whether an earlier move was already complete, so there was nothing to do. */
  readonly before: boolean;
}

/** The comment on this table, written in the rows' transaction, records the move that filled the target. */
const NOTE = "drizzle.__drizzle_migrations";

/**
 * Copies every row into an empty database, in one transaction there, and compares count and content of every
 * table before it commits. Rows in progress are copied unchanged: the same product continues with them. After
 * an interruption the target is either empty or complete, and moving again reports which.
 * @throws BackupError with advice for the operator
 */
export async function moveDatabase(options: MoveOptions): Promise<MoveSummary> {
  const { signal } = options;
  const ours = { application_name: "plumbline move", keepAlive: true, connectionTimeoutMillis: 10_000 };
  const source = new pg.Client({ ...ours, ...options.from });
  const target = new pg.Client({ ...ours, ...options.to });
  // The current query fails too and reports it.
  for (const client of [source, target]) client.on("error", () => {});
  const disconnect = () => void Promise.allSettled([source.end(), target.end()]);
  const progress: Progress = {};
  try {
    // Closing a connection during connecting would leave it waiting forever.
    await source.connect();
    await target.connect();
    signal.throwIfAborted();
    signal.addEventListener("abort", disconnect);
    return await copy(source, target, progress, options);
  } catch (error) {
    if (progress.committing)
      throw new BackupError(
        "The server went away at the last moment, so it has either everything or nothing. Run the move again to find out.",
        {
          cause: error,
        },
      );
    throw asBackupError(error, { what: "The move", folder: "", interrupted: signal.aborted });
  } finally {
    signal.removeEventListener("abort", disconnect);
    await Promise.allSettled([source.end(), target.end()]);
  }
}

interface Progress {
  committing?: true;
}

async function copy(
  source: pg.Client,
  target: pg.Client,
  progress: Progress,
  options: MoveOptions,
): Promise<MoveSummary> {
  await prepareSession(source);
  const { tables: listed, migrations, taskQueue } = await beginSnapshot(source);
  const tables = await recordTables(source, listed);
  const header: Header = {
    format: FORMAT,
    product: "",
    createdAt: "",
    secretPrint: "",
    migrations,
    taskQueue,
    tables,
  };
  const amount = { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables: tables.length };
  const note = `moved ${createHash("sha256").update(JSON.stringify({ migrations, tables })).digest("hex")}`;

  await prepareSession(target);
  await lockMigrations(target, "move");
  if ((await noteOf(target)) === note) return { ...amount, before: true };
  await target.query("begin");
  const path = migrationPath(options.migrationsFolder, header);
  await clearEmptyDatabase(target, options.appRole, path, "move");
  await createSchema(target, path, taskQueue);
  const made = new Set((await listTables(target)).map(tableName));
  const others = tables
    .filter((table) => table.rows > 0 && !made.has(tableName(table)))
    .map(({ schema, name }) => `${schema}.${name}`);
  if (others.length > 0)
    throw new BackupError(
      `These tables have rows but don’t belong to the product, so they’d be left behind: ${others.join(", ")}. Drop them first, or move their data yourself.`,
    );
  const loader = await openLoader(target, header);
  for (const [index, table] of tables.entries())
    if (table.rows > 0)
      await loader.take(index, source.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>);
  // Compares counts and content.
  await loader.finish();
  await finishMigrations(target, path);
  await target.query("set constraints all immediate");
  await target.query(`comment on table ${NOTE} is ${target.escapeLiteral(note)}`);
  options.signal.throwIfAborted();
  progress.committing = true;
  await target.query("commit");
  return { ...amount, before: false };
}

async function noteOf(target: pg.Client): Promise<string | null> {
  const { rows } = await target.query<{ note: string | null }>(
    "select obj_description(to_regclass($1), 'pg_class') as note",
    [NOTE],
  );
  return rows[0]?.note ?? null;
}
