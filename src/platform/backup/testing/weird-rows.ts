import type pg from "pg";
import { quoted, type Table, tableName } from "../database/catalog.server.ts";

// Everything that a text format can stumble over. (PostgreSQL rejects a NUL in text and in JSON, but not its
// escaped escape.)
const TEXTS = [
  "",
  "plain",
  "\\N",
  "\\.",
  "tab\there, newline\nthere, return\r\nand \\t \\n \\\\ as they stand",
  "żółć 漢字 العربية 👩🏽‍🔧 e\u0301 \u200d\u2028\ufeff\u{10ffff}",
  `quotes ' " \` $1 $$ {a,"b"} (row) ; -- /* */`,
  "\u0001\u0008\u000b\u001b\u007f\u0085",
  "x".repeat(70_000),
];
const JSONS: readonly unknown[] = [
  {},
  { a: [1, 2.5, -3e-7, null, true, "\\u0000 as words"], 'ключ "k"': { deep: [[], {}] } },
  {
    text: "line\nbreak\ttab \\ back \\\\n \u001f",
    big: 12345678901234567890n.toString(),
    long: "ü".repeat(5000),
  },
  'just a string with \\ and "',
  [null, [[]], "👷"],
];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly indexed: boolean;
  /** References a row of its own table; left empty. */
  readonly self: boolean;
  /** Schema-qualified table and column that it references. */
  readonly parent: string | null;
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Fills a table with rows made from its columns' types: every text, JSON and number that is hard to encode,
 * and null where allowed.
 * @param plain readable texts for a diff instead
 */
export async function fillTable(client: pg.Client, table: Table, rows: number, plain = false): Promise<void> {
  const random = numbers(1);
  const columns = await columnsOf(client, table);
  const parents = new Map<string, unknown[]>();
  for (const { parent } of columns) {
    if (!parent || parents.has(parent)) continue;
    const [schema, name, column] = JSON.parse(parent) as [string, string, string];
    const { rows: found } = await client.query<{ value: unknown }>(
      `select ${quoted(column)} as value from ${tableName({ schema, name })}`,
    );
    parents.set(
      parent,
      found.map(({ value }) => value),
    );
  }
  const list = columns.map(({ name }) => quoted(name)).join(", ");
  const places = columns.map(({ type }, at) => `$${at + 1}::${type}`).join(", ");
  // A small release may have fewer parents than requested rows of a table keyed by them.
  const spare = plain ? " on conflict do nothing" : "";
  await client.query("begin");
  for (let row = 0; row < rows; row++) {
    const values = columns.map((column, at) => {
      if (column.self) return null;
      if (column.parent) return parents.get(column.parent)![row % parents.get(column.parent)!.length];
      if (column.nullable && row > 0 && random() < 0.25) return null;
      if (plain && column.type === "text") return `${column.name} ${row + 1}`;
      // An indexed value must be short, and may have to be unique.
      if (column.indexed && column.type === "text")
        return `${TEXTS[row % (TEXTS.length - 1)]!} #${row}.${at}`;
      if (column.indexed && /int/.test(column.type)) return row + 1;
      return valueOf(column.type, row * 31 + at, random);
    });
    await client.query(
      `insert into ${tableName(table)} (${list}) overriding system value values (${places})${spare}`,
      values,
    );
  }
  await client.query("commit");
}

function valueOf(type: string, at: number, random: () => number): unknown {
  const pick = <T>(from: readonly T[]) => from[at % from.length]!;
  const whole = (limit: number) => Math.floor(random() * limit);
  if (type.endsWith("[]"))
    return [valueOf(type.slice(0, -2), at, random), null, valueOf(type.slice(0, -2), at + 1, random)];
  if (type === "uuid")
    return `${hex(8, random)}-${hex(4, random)}-7${hex(3, random)}-8${hex(3, random)}-${hex(12, random)}`;
  if (type === "text") return pick(TEXTS);
  if (type.startsWith("character varying")) return `v${whole(1e6)}`;
  if (type === "jsonb" || type === "json") return JSON.stringify(pick(JSONS));
  if (type === "boolean") return random() < 0.5;
  if (type === "integer") return pick([0, -1, 2_147_483_647, -2_147_483_648, whole(1e6)]);
  if (type === "smallint") return whole(30_000);
  if (type === "bigint")
    return pick(["9223372036854775807", "-9223372036854775808", "0", String(whole(1e9))]);
  if (type === "double precision" || type === "real") return pick([0.1, -1e-30, 3.4e30, "NaN", "-Infinity"]);
  if (type.startsWith("numeric")) return pick(["123.45", "-0.01", "99.99"]);
  if (type === "bytea") return Buffer.from([0, 1, 92, 10, 255, whole(256)]);
  if (type === "date") return pick(["2026-03-08", "1999-12-31", "infinity"]);
  if (type === "interval") return pick(["1 mon 2 days 03:04:05.678", "-1 day"]);
  if (type.startsWith("timestamp"))
    return pick([
      "2026-03-08 02:30:00.123",
      "1970-01-01 00:00:00",
      "2026-11-01 06:30:00.999",
      "9999-12-31 23:59:59.001",
    ]);
  throw new Error(`weird rows: no values for the type ${type}`);
}

function hex(digits: number, random: () => number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join("");
}

async function columnsOf(client: pg.Client, table: Table): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
            exists (select 1 from pg_index i where i.indrelid = a.attrelid and a.attnum = any (i.indkey)) as indexed,
            exists (select 1 from pg_constraint f where f.conrelid = a.attrelid and f.confrelid = a.attrelid and f.contype = 'f' and a.attnum = any (f.conkey)) as self,
            (select jsonb_build_array(n.nspname, p.relname, pa.attname)::text
               from pg_constraint f join pg_class p on p.oid = f.confrelid join pg_namespace n on n.oid = p.relnamespace
               join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = f.confkey[array_position(f.conkey, a.attnum)]
              where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any (f.conkey) and f.confrelid <> f.conrelid limit 1) as parent
       from pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname = any ($2)
      order by a.attnum`,
    [tableName(table), table.columns],
  );
  return rows;
}
