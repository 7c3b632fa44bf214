import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ArchiveEntry } from "../archive-reader.server.ts";
import { BackupError } from "../backup-error.ts";
import { copyIn, fingerprint, listTables, quoted, type Table, tableName } from "./catalog.server.ts";
import type { Header, TableRecord } from "../format.ts";
import { postponeKeys } from "./postponed-keys.server.ts";

/** Loads tables one after the other, in the order of the backup. */
export interface Loader {
  /** Loads one piece. Pieces of a table arrive together and in order. */
  take(table: number, body: ArchiveEntry["body"]): Promise<void>;
  /**
   * Ends the last table and compares each with its record in the backup.
   * @returns names of tables that were skipped because no migration creates them
   */
  finish(): Promise<string[]>;
}

interface Copying {
  readonly table: number;
  readonly stream: Writable;
  readonly done: Promise<void>;
  /** The stream emits its error only once, and `errored` stays empty. */
  failed?: Error;
}

/** Begins loading into the tables of `createSchema`, in the same transaction. */
export async function openLoader(client: pg.Client, header: Header): Promise<Loader> {
  const tables = await listTables(client);
  const present = new Map(tables.map((table) => [tableName(table), table]));
  // The task queue's tables are partitioned and small.
  const makeKeys = await postponeKeys(
    client,
    tables.filter(({ schema }) => schema !== "pgboss"),
  );
  let current: Copying | undefined;

  async function begin(index: number): Promise<Copying | undefined> {
    const record = header.tables[index];
    if (!record) throw new Error(`the backup has rows of a table it does not list (${index})`);
    const target = present.get(tableName(record));
    if (!target) return undefined;
    if (!sameColumns(record, target)) await client.query(stage(record));
    const stream = client.query(
      copyFrom(sameColumns(record, target) ? copyIn(record) : copyIn(staged(record))),
    );
    const copying: Copying = { table: index, stream, done: finished(stream) };
    // Reported at the next write or at the end.
    copying.done.catch((error: Error) => (copying.failed = error));
    return copying;
  }

  async function end(): Promise<void> {
    if (!current) return;
    const { table, stream, done } = current;
    current = undefined;
    stream.end();
    await done;
    const record = header.tables[table]!;
    const target = present.get(tableName(record))!;
    if (!sameColumns(record, target)) await unstage(client, record, target);
  }

  return {
    async take(index, body) {
      if (current?.table !== index) {
        await end();
        current = await begin(index);
      }
      if (!current) return;
      for await (const chunk of body) {
        if (current.failed) throw current.failed;
        if (!current.stream.write(chunk)) await once(current.stream, "drain");
      }
    },
    async finish() {
      await end();
      const leftOut: string[] = [];
      for (const record of header.tables) {
        const target = present.get(tableName(record));
        if (target) await compare(client, record, target);
        else if (record.rows > 0) leftOut.push(`${record.schema}.${record.name}`);
      }
      await makeKeys();
      for (const target of present.values()) await advanceSequences(client, target);
      return leftOut;
    },
  };
}

async function compare(client: pg.Client, record: TableRecord, target: Table): Promise<void> {
  const found = await fingerprint(client, {
    ...target,
    columns: record.columns.filter((column) => target.columns.includes(column)),
  });
  const same =
    found.rows === record.rows && (found.content === record.content || !sameColumns(record, target));
  if (!same)
    throw new BackupError(
      `What arrived in ${record.name} doesn’t match the backup (${found.rows} rows instead of ${record.rows}, or other content). Nothing was restored.`,
    );
}

// The product's tables have the same columns as in the backup, since the same migrations created them. The
// task queue's tables have its current version's columns, so an older backup is loaded through a table of
// text columns.
const sameColumns = (record: TableRecord, target: Table) =>
  record.columns.length === target.columns.length &&
  record.columns.every((column) => target.columns.includes(column));
const staged = (record: TableRecord): Table => ({
  schema: "pg_temp",
  name: `staged ${record.name}`,
  columns: record.columns,
});
const stage = (record: TableRecord) =>
  `create temp table ${quoted(`staged ${record.name}`)} (${record.columns.map((column) => `${quoted(column)} text`).join(", ")}) on commit drop`;

async function unstage(client: pg.Client, record: TableRecord, target: Table): Promise<void> {
  const common = record.columns.filter((column) => target.columns.includes(column));
  const { rows } = await client.query<{ name: string; type: string }>(
    "select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped",
    [tableName(target)],
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  const values = common.map((column) => `${quoted(column)}::${types.get(column)}`).join(", ");
  await client.query(
    `insert into ${tableName(target)} (${common.map(quoted).join(", ")}) select ${values} from ${tableName(staged(record))}`,
  );
}

// COPY writes explicit numbers and doesn't advance their sequence.
async function advanceSequences(client: pg.Client, table: Table): Promise<void> {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select a.attname::text as column, pg_get_serial_sequence($1, a.attname) as sequence from pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and pg_get_serial_sequence($1, a.attname) is not null`,
    [tableName(table)],
  );
  for (const { column, sequence } of rows)
    await client.query(
      `select setval($1, max(${quoted(column)})) from ${tableName(table)} having max(${quoted(column)}) is not null`,
      [sequence],
    );
}
