import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { ConnectionSettings } from "../db/database.server.ts";
import type { FileStore } from "../files/file-store.ts";
import { readArchive } from "./archive-reader.server.ts";
import { asBackupError, BackupError } from "./backup-error.ts";
import { prepareSession } from "./database/catalog.server.ts";
import { openStaging, type Staging } from "./data-folder.server.ts";
import { type Contents, type Header, SECRET, secretPrint, SITE } from "./format.ts";
import { openLoader } from "./database/load-database.server.ts";
import {
  clearEmptyDatabase,
  createSchema,
  finishMigrations,
  lockMigrations,
  migrationPath,
} from "./database/schema.server.ts";

/**
 * Settles restored rows that were in progress when the backup was made. Runs in the restore's transaction, on
 * the current schema, before row security applies.
 * @returns a sentence for the operator, if there is something to know
 */
export type Settle = (client: pg.Client, now: Temporal.Instant) => Promise<string | undefined>;

export interface RestoreOptions {
  readonly owner: ConnectionSettings;
  /** The role the product serves as: while it is connected, the product is running. */
  readonly appRole: string;
  readonly dataDir: string;
  /** Store for files; default: DATA_DIR. */
  readonly elsewhere?: FileStore | undefined;
  /** The SECRET that the product would use without a restore. */
  readonly secret: string;
  readonly migrationsFolder: string;
  readonly file: string;
  readonly settle: readonly Settle[];
  readonly now: Temporal.Instant;
  readonly signal: AbortSignal;
}

export interface RestoreSummary {
  readonly rows: number;
  readonly tables: number;
  readonly files: number;
  readonly notes: readonly string[];
}

/**
 * Checks a whole backup without restoring it.
 * @throws BackupError if it is damaged, cut short, of another version or no backup at all
 */
export async function checkBackup({
  file,
  migrationsFolder,
  dataDir,
  signal,
}: Pick<RestoreOptions, "file" | "migrationsFolder" | "dataDir" | "signal">): Promise<void> {
  try {
    const { header } = await readArchive(file, signal);
    migrationPath(migrationsFolder, header);
  } catch (error) {
    throw asBackupError(error, { what: "The restore", folder: dataDir, interrupted: signal.aborted });
  }
}

/**
 * Restores into an empty installation. All rows are one transaction, and files are moved into place right
 * before it commits, so an interrupted restore leaves the installation empty.
 * @throws BackupError with advice for the operator
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { owner, dataDir, signal } = options;
  const client = new pg.Client({
    application_name: "plumbline restore",
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    ...owner,
  });
  client.on("error", () => {}); // the current query fails too and reports it
  const disconnect = () => void client.end().catch(() => {});
  const received: Received = {};
  try {
    // Closing a connection during connecting would leave it waiting forever.
    await client.connect();
    signal.throwIfAborted();
    signal.addEventListener("abort", disconnect);
    const summary = await load(client, received, options);
    // Only cleanup can fail here; the rows are committed.
    await received.staging?.keep().catch(() => {});
    return summary;
  } catch (error) {
    await client.end().catch(() => {});
    // Whether the server committed is unknown, so the files must stay. If it did not, the next restore
    // removes them.
    if (received.committing)
      throw new BackupError(
        "The database went away at the last moment, so the restore is either complete or empty. Restore again. If it says the database already has rows, the restore is complete.",
        { cause: error },
      );
    // The next restore removes what can't be removed now.
    await received.staging?.discard().catch(() => {});
    throw asBackupError(error, { what: "The restore", folder: dataDir, interrupted: signal.aborted });
  } finally {
    signal.removeEventListener("abort", disconnect);
    await client.end().catch(() => {});
  }
}

interface Received {
  staging?: Staging;
  committing?: true;
}

async function load(client: pg.Client, received: Received, options: RestoreOptions): Promise<RestoreSummary> {
  const { appRole, dataDir, elsewhere, secret, file, migrationsFolder, settle, now, signal } = options;
  await prepareSession(client);
  await lockMigrations(client);
  await client.query("begin");
  let loader: Awaited<ReturnType<typeof openLoader>> | undefined;
  let path: ReturnType<typeof migrationPath> | undefined;
  const damaged: string[] = [];
  const begin = async (header: Header) => {
    path = migrationPath(migrationsFolder, header);
    await clearEmptyDatabase(client, appRole, path);
    received.staging = await openStaging(dataDir, elsewhere);
    await createSchema(client, path, header.taskQueue);
    return await openLoader(client, header);
  };
  const { header, contents } = await readArchive(file, signal, async ({ kind, body }, first) => {
    loader ??= await begin(first);
    const staging = received.staging!;
    if (kind.is === "piece") await loader.take(kind.table, body);
    else if (kind.is === "file") {
      if (!(await staging.putFile(kind.key, body))) damaged.push(kind.key);
    } else if (kind.is === "outbox") await staging.put(`outbox/${kind.name}`, body);
    else if (kind.is === "secret") await staging.put(SECRET, body, 0o600);
    else if (kind.is === "site") await staging.put(SITE, body);
  });
  loader ??= await begin(header);
  if (damaged.toSorted().join() !== contents.files.damaged.toSorted().join())
    throw new BackupError(`The stored files in ${file} are damaged. Nothing was restored.`);
  const leftOut = await loader.finish();
  await finishMigrations(client, path!);
  const settled: (string | undefined)[] = [];
  for (const one of settle) settled.push(await one(client, now));
  // Check all constraints now: once the files have moved, only the connection may still fail.
  await client.query("set constraints all immediate");
  const fromFile = (await secretFile(dataDir)) === secret;
  const placed = await received.staging!.place();
  const signing = secretNote(header, fromFile ? await secretFile(dataDir) : secret);
  signal.throwIfAborted();
  received.committing = true;
  await client.query("commit");
  return {
    ...countsOf(header, contents, leftOut),
    notes: [...settled, ...placed, signing, ...notesOn(contents, leftOut)].filter(
      (note) => note !== undefined,
    ),
  };
}

async function secretFile(dataDir: string): Promise<string | undefined> {
  return (await readFile(join(dataDir, SECRET), "utf8").catch(() => undefined))?.trim();
}

function countsOf(
  header: Header,
  { files, outbox }: Contents,
  leftOut: readonly string[],
): Pick<RestoreSummary, "rows" | "tables" | "files"> {
  const tables = header.tables.filter(({ schema, name }) => !leftOut.includes(`${schema}.${name}`));
  return {
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: tables.length,
    files: files.count - files.damaged.length + outbox.count,
  };
}

function notesOn({ files }: Contents, leftOut: readonly string[]): string[] {
  return [
    ...leftOut.map((name) => `The table ${name} was left out because no product migration creates it.`),
    ...(files.damaged.length > 0
      ? [
          `These stored files were already damaged when the backup was made, so they were left out: ${files.damaged.join(", ")}.`,
        ]
      : []),
  ];
}

/** The note for a restored installation whose SECRET will differ from the backup's. */
function secretNote(header: Pick<Header, "secretPrint">, secret: string | undefined): string | undefined {
  if (secret !== undefined && secretPrint(secret) === header.secretPrint) return undefined;
  return "SECRET isn’t the one the backup was made with, so people have to log in again, and links in earlier emails no longer work. Start with the old SECRET to avoid that.";
}
