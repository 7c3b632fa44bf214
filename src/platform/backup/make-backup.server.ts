import path from "node:path";
import pg from "pg";
import type { ConnectionSettings } from "../db/database.server.ts";
import type { FileStore } from "../files/file-store.ts";
import { type ArchiveWriter, createArchive } from "./archive-writer.server.ts";
import { asBackupError } from "./backup-error.ts";
import { prepareSession } from "./database/catalog.server.ts";
import { dumpFolder, refuseInside } from "./data-folder.server.ts";
import { beginSnapshot, dumpTable, recordTables } from "./database/dump-database.server.ts";
import { FORMAT, type Header, HEADER, secretPrint } from "./format.ts";

export interface BackupOptions {
  readonly owner: ConnectionSettings;
  readonly dataDir: string;
  /** The file store, if not in DATA_DIR. */
  readonly elsewhere?: FileStore | undefined;
  readonly secret: string;
  readonly product: string;
  readonly file: string;
  readonly now: Temporal.Instant;
  readonly signal: AbortSignal;
}

export interface BackupSummary {
  readonly rows: number;
  readonly tables: number;
  /** Number of stored files and outbox messages. */
  readonly files: number;
  readonly bytes: number;
  /** Keys of stored files whose content is damaged on disk. */
  readonly damaged: readonly string[];
  /** Whether SECRET is included; false if it comes from the environment. */
  readonly secret: boolean;
}

/**
 * Writes everything to one file, as of one moment, while the product may be running. Memory stays bounded at
 * any size.
 * @throws BackupError with advice for the operator; leaves nothing behind then
 */
export async function makeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { owner, dataDir, file, signal } = options;
  const client = new pg.Client({
    application_name: "plumbline backup",
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    ...owner,
  });
  client.on("error", () => {}); // the current query fails too and reports it
  const disconnect = () => void client.end().catch(() => {});
  let archive: ArchiveWriter | undefined;
  try {
    refuseInside(dataDir, file);
    archive = await createArchive(file, signal);
    // Closing a connection during connecting would leave it waiting forever.
    await client.connect();
    signal.throwIfAborted();
    signal.addEventListener("abort", disconnect);
    return await write(client, archive, options);
  } catch (error) {
    await archive?.abandon();
    throw asBackupError(error, {
      what: "The backup",
      folder: path.dirname(file),
      interrupted: signal.aborted,
    });
  } finally {
    signal.removeEventListener("abort", disconnect);
    await client.end().catch(() => {});
  }
}

async function write(
  client: pg.Client,
  archive: ArchiveWriter,
  { dataDir, elsewhere, secret, product, now }: BackupOptions,
): Promise<BackupSummary> {
  await prepareSession(client);
  // The database first: a file is stored before the row that names it commits, so every file of these rows
  // exists by now.
  const { tables: listed, migrations, taskQueue } = await beginSnapshot(client);
  const tables = await recordTables(client, listed);
  const header: Header = {
    format: FORMAT,
    product,
    createdAt: now.toString(),
    secretPrint: secretPrint(secret),
    migrations,
    taskQueue,
    tables,
  };
  await archive.add(HEADER, Buffer.from(JSON.stringify(header)));
  for (const [index, table] of tables.entries()) await dumpTable(client, archive, table, index);
  await client.query("commit");
  const { contents, secret: kept } = await dumpFolder(dataDir, secret, archive, elsewhere);
  const bytes = await archive.finish(contents);
  return {
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: tables.length,
    files: contents.files.count + contents.outbox.count,
    bytes,
    damaged: contents.files.damaged,
    secret: kept,
  };
}
