import type pg from "pg";
import { BackupError } from "../backup-error.ts";
import type { TableRecord } from "../format.ts";

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** Columns with data of their own, without generated ones. */
  readonly columns: readonly string[];
}

/** Schemas with the product's rows. */
export const SCHEMAS = ["public", "drizzle", "pgboss"] as const;

/**
 * The task queue's work. Its other tables describe their server (schema version, daily statistics, running
 * index builds) and are created anew.
 */
const TASK_TABLES = new Set(["queue", "schedule", "subscription", "job", "job_dependency"]);
/** Records how the last start secured the schema; the next start determines that again. */
const SECURITY_TABLE = "schema_security";

/** A quoted SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const tableName = ({ schema, name }: Pick<Table, "schema" | "name">): string =>
  `${quoted(schema)}.${quoted(name)}`;
const columnList = (columns: readonly string[]): string => columns.map(quoted).join(", ");

/** A COPY of a table's data columns to text. */
export const copyOut = (table: Table): string =>
  `copy (select ${columnList(table.columns)} from ${tableName(table)}) to stdout`;
/** A COPY of the same text into a table. */
export const copyIn = (table: Table): string =>
  `copy ${tableName(table)} (${columnList(table.columns)}) from stdin`;

/**
 * Sets everything that affects the text form of values, so that two servers write the same value alike; and
 * removes timeouts.
 */
export async function prepareSession(client: pg.Client): Promise<void> {
  await client.query(
    `select set_config(name, case lower(name)
              when 'datestyle' then 'ISO' when 'intervalstyle' then 'postgres' when 'timezone' then 'UTC' when 'extra_float_digits' then '1'
              when 'bytea_output' then 'hex' when 'client_encoding' then 'UTF8' else '0' end, false)
       from pg_settings
      where lower(name) in ('datestyle', 'intervalstyle', 'timezone', 'extra_float_digits', 'bytea_output', 'client_encoding',
                            'statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
  );
}

/** Every table of the product, in loading order: referenced tables before those that reference them. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{
    oid: string;
    schema: string;
    name: string;
    columns: string[];
    needs: string[];
  }>(
    `select c.oid::text, n.nspname::text as schema, c.relname::text as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
            array(select f.confrelid::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by n.nspname <> 'drizzle', n.nspname <> 'public', c.relname`,
    [SCHEMAS],
  );
  const ours = rows.filter(({ schema, name }) =>
    schema === "pgboss" ? TASK_TABLES.has(name) : name !== SECURITY_TABLE,
  );
  const ordered: Table[] = [];
  const placed = new Set<string>();
  let waiting = ours.filter(({ columns }) => columns.length > 0);
  const known = new Set(waiting.map(({ oid }) => oid));
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every((oid) => placed.has(oid) || !known.has(oid)));
    if (ready.length === 0)
      throw new BackupError(
        `The tables ${waiting.map(({ name }) => name).join(", ")} refer to each other in a circle, so a backup can’t be restored.`,
      );
    for (const { oid, schema, name, columns } of ready) {
      placed.add(oid);
      ordered.push({ schema, name, columns });
    }
    waiting = waiting.filter(({ oid }) => !placed.has(oid));
  }
  return ordered;
}

/** A table's row count and a digest of its content. Reads all of it: about two seconds per million rows. */
export async function fingerprint(
  client: pg.Client,
  table: Table,
): Promise<Pick<TableRecord, "rows" | "content">> {
  // A sum, so that it is independent of the physical row order.
  const { rows } = await client.query<{ rows: string; content: string }>(
    `select count(*)::text as rows,
            coalesce(sum(('x' || left(encode(sha256(convert_to(row(${columnList(table.columns)})::text, 'UTF8')), 'hex'), 16))::bit(64)::bigint), 0)::text as content
       from ${tableName(table)}`,
  );
  const [{ rows: count, content } = { rows: "0", content: "0" }] = rows;
  return { rows: Number(count), content };
}
