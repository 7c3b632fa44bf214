import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn } from "drizzle-orm/pg-core";
import { type PersonColumn, personColumns } from "#ground/events/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { leads, leadsAddresses } from "../tables.server.ts";
import type { BeforeMerge, Row } from "./merge-before.ts";

const nameOf = ({ table, column }: PersonColumn) =>
  `${getTableName(table)}.${getTableColumns(table)[column]!.name}`;
const idOf = (column: PgColumn) => sql.identifier(column.name);

/** The columns of the primary key, and of every unique index, without the account. */
function keysOf({ table, column }: PersonColumn) {
  const { primaryKeys, indexes, columns } = getTableConfig(table);
  const single = columns.filter(({ primary }) => primary);
  const primary = primaryKeys[0]?.columns ?? single;
  const unique = indexes.flatMap(({ config }) =>
    config.unique && !config.where ? [config.columns.map((one) => one as unknown as PgColumn)] : [],
  );
  const person = getTableColumns(table)[column]!;
  const withPerson = [primary, ...unique].filter((key) => key.some(({ name }) => name === person.name));
  return { person, primary, withPerson };
}

const all = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `);
const pairs = (columns: readonly PgColumn[], row: SQL): SQL =>
  sql.join(
    columns.map((one) => sql`${one.name}::text, ${row}.${idOf(one)}`),
    sql`, `,
  );

/** Gives every row that names `gone` to `kept`, in all tables that rooms declared. */
export async function moveRows(
  ctx: AccountContext,
  kept: string,
  gone: string,
): Promise<BeforeMerge["rows"]> {
  const saved: Record<string, { moved: Row[]; twins: Row[] }> = {};
  for (const one of personColumns()) {
    const { person, primary, withPerson } = keysOf(one);
    const [table, column] = [sql.identifier(getTableName(one.table)), idOf(person)];
    const twins: Row[] = [];
    for (const key of withPerson) {
      const others = key.filter(({ name }) => name !== person.name);
      const isTwin = all(others.map((other) => sql`k.${idOf(other)} = g.${idOf(other)}`));
      const { rows } = await ctx.db.execute<{ row: Row }>(sql`
        delete from ${table} g where g.account_id = ${ctx.account.id} and g.${column} = ${gone}
           and exists (select from ${table} k where k.${column} = ${kept} and ${isTwin})
        returning to_jsonb(g) as row`);
      twins.push(...rows.map(({ row }) => row));
    }
    const { rows } = await ctx.db.execute<{ row: Row }>(sql`
      update ${table} t set ${column} = ${kept} where t.account_id = ${ctx.account.id} and t.${column} = ${gone}
      returning jsonb_build_object(${pairs(primary, sql`t`)}) as row`);
    if (rows.length || twins.length) saved[nameOf(one)] = { moved: rows.map(({ row }) => row), twins };
  }
  return saved;
}

/** Undoes moveRows(). Rows that came since stay with `kept`. */
export async function moveRowsBack(
  ctx: AccountContext,
  saved: BeforeMerge["rows"],
  { kept, gone }: { readonly kept: string; readonly gone: string },
): Promise<void> {
  for (const one of personColumns()) {
    const rows = saved[nameOf(one)];
    if (!rows) continue;
    const { person, primary } = keysOf(one);
    const [table, column] = [sql.identifier(getTableName(one.table)), idOf(person)];
    const isSame = all(
      primary.filter(({ name }) => name !== person.name).map((key) => sql`t.${idOf(key)} = s.${idOf(key)}`),
    );
    await ctx.db.execute(sql`
      update ${table} t set ${column} = ${gone}
        from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows.moved)}::jsonb) s
       where t.account_id = ${ctx.account.id} and t.${column} = ${kept} and ${isSame}`);
    await insertRows(ctx, one.table, rows.twins);
  }
}

/** Inserts rows that were saved as JSON. Those that are there already stay. */
export async function insertRows(
  ctx: AccountContext,
  table: PersonColumn["table"],
  rows: readonly Row[],
): Promise<number> {
  if (!rows.length) return 0;
  const name = sql.identifier(getTableName(table));
  const columns = sql.join(
    Object.values(getTableColumns(table)).flatMap((one) => (one.generated ? [] : [idOf(one)])),
    sql`, `,
  );
  const { rowCount } = await ctx.db.execute(sql`
    insert into ${name} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** A lead's row, as JSON. */
export async function rowOfLead(ctx: AccountContext, leadId: string): Promise<Row> {
  const { rows } = await ctx.db.execute<{ row: Row }>(
    sql`select to_jsonb(l) as row from leads l where l.account_id = ${ctx.account.id} and l.id = ${leadId}`,
  );
  return rows[0]!.row;
}

/** The other addresses of some leads, as JSON. */
export async function addressRows(ctx: AccountContext, leadIds: readonly string[]): Promise<Row[]> {
  const { rows } = await ctx.db.execute<{ row: Row }>(sql`
    select to_jsonb(a) as row from ${leadsAddresses} a
     where a.account_id = ${ctx.account.id} and a.lead_id = any(${sql.param([...leadIds])}::uuid[])`);
  return rows.map(({ row }) => row);
}

/** Gives the columns of a lead that a merge changed, and nobody since, their earlier values. */
export async function restoreLead(
  ctx: AccountContext,
  { kept, result }: Pick<BeforeMerge, "kept" | "result">,
): Promise<void> {
  const columns = Object.values(getTableColumns(leads)).filter(
    ({ generated, name }) => !generated && name !== "account_id" && name !== "id",
  );
  const sets = columns.map(
    (one) =>
      sql`${idOf(one)} = case when l.${idOf(one)} is not distinct from r.${idOf(one)} then k.${idOf(one)} else l.${idOf(one)} end`,
  );
  await ctx.db.execute(sql`
    update leads l set ${sql.join(sets, sql`, `)}
      from jsonb_populate_record(null::leads, ${JSON.stringify(result)}::jsonb) r,
           jsonb_populate_record(null::leads, ${JSON.stringify(kept)}::jsonb) k
     where l.account_id = ${ctx.account.id} and l.id = k.id and k.account_id = l.account_id`);
}
