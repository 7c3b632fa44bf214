import { randomUUID } from "node:crypto";
import { getTableName } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestInstallation } from "#platform/db/testing/installation.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import { APP_ROLE } from "#platform/db/database.server.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { businessesTableRights } from "#ground/businesses/tables.server.ts";
import { apiTableRights } from "#faces/api/tables.server.ts";
import { evidenceTableRights } from "#ground/evidence/tables.server.ts";
import { importsTableRights } from "#trade/imports/tables.server.ts";
import { leadsTableRights } from "#trade/leads/import/tables.server.ts";
import { ACTIONS, ROLES, type TableRights, USUAL_RIGHTS } from "#ground/businesses/rules.ts";
import { schemaParts } from "#app/schema.ts";
import { notificationsTableRights } from "#ground/notifications/tables.server.ts";
import { papersTableRights } from "#ground/papers/tables.server.ts";
import { sharesTableRights } from "#ground/shares/tables.server.ts";
import { signaturesTableRights } from "#ground/signatures/tables.server.ts";
import { syncTableRights } from "#ground/sync/tables.server.ts";
import { readableRows } from "#app/table-rights.ts";
import { serverTools } from "#app/tools.server.ts";
import { visitsTableRights } from "#trade/visits/tables.server.ts";
import { worklistTableRights } from "#ground/worklist/tables.server.ts";

// The database itself enforces the role rules of rules.ts: tested for each role, table and kind of statement,
// as the product's own database role. Tables come from the catalog, so new ones are included automatically.

let test: TestDatabase;
let owner: pg.Client;
let app: pg.Client;

const ACCOUNT = randomUUID();
const JOB = randomUUID();
const OTHER_JOB = randomUUID();
const PLANTED = "test_planted_logs";
const PLANTED_PLAIN = "test_planted_plain";
/** Tables with a row per job: one of the guest's job, one of another. */
const OF_JOB = [
  PLANTED,
  "jobs",
  ...serverTools.flatMap(({ tables: all }) =>
    all.flatMap(({ table, rights }) => (rights.ofJob ? [getTableName(table)] : [])),
  ),
  "due_items",
  "media_jobs",
  "notifications_events",
  "sync_commands",
  "sync_records",
  "worklist_items",
  "evidence_entries",
  "evidence_heads",
  "evidence_seals",
];

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

let columns: Column[];
let tables: string[];

beforeAll(async () => {
  test = await createTestInstallation();
  owner = new pg.Client(test.owner);
  app = new pg.Client(test.app);
  await Promise.all([owner.connect(), app.connect()]);
  await owner.query(
    `create table ${PLANTED} (account_id uuid not null, id uuid not null, job_id uuid, words text)`,
  );
  await owner.query(`create table ${PLANTED_PLAIN} (account_id uuid not null, id uuid not null, words text)`);
  await secure();
  columns = (
    await owner.query<Column>(
      `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
          and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'account_id' and not t.attisdropped)
        order by 1, a.attnum`,
    )
  ).rows;
  tables = [...new Set(columns.map((column) => column.table))];
  // Drop constraints, so that any row can be inserted; only rights matter here.
  const { rows: bonds } = await owner.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u')
      order by contype = 'f' desc`,
  );
  for (const { table, name } of bonds)
    await owner.query(`alter table ${table} drop constraint if exists "${name}" cascade`);
  const { rows: unique } = await owner.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and i.indisunique`,
  );
  for (const { name } of unique) await owner.query(`drop index if exists ${name}`);
  const { rows: triggers } = await owner.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger where not tgisinternal`,
  );
  for (const { table, name } of triggers) await owner.query(`drop trigger if exists "${name}" on ${table}`);
  for (const table of tables) await insert(owner, table, rowOf(table, JOB));
});

afterAll(async () => {
  await app?.end();
  await owner?.end();
  await test?.drop();
});

const secure = () =>
  migrateDatabase(test.owner, schemaParts(process.cwd()), {
    name: APP_ROLE,
    password: undefined,
    create: true,
  });

const VALUES: Readonly<Record<string, (column: Column) => unknown>> = {
  uuid: () => randomUUID(),
  text: ({ name }) => (name === "role" ? "member" : randomUUID()),
  "timestamp with time zone": () => "2026-11-20T16:00:00Z",
  date: () => "2026-11-20",
  "time without time zone": () => "08:00",
  jsonb: () => ({}),
  json: () => ({}),
  boolean: () => false,
  integer: () => 1,
  bigint: () => 1,
  smallint: () => 1,
  numeric: () => 1,
  "double precision": () => 1,
  bytea: () => String.raw`\x00`,
};

function rowOf(table: string, jobId: string): Record<string, unknown> {
  return Object.fromEntries(
    columns
      .filter((column) => column.table === table)
      .map((column) => {
        if (column.name === "account_id") return [column.name, ACCOUNT];
        if (column.name === "job_id") return [column.name, jobId];
        const make = column.type.endsWith("[]") ? () => [] : VALUES[column.type];
        if (!make)
          throw new Error(
            `what a ${column.type} looks like (${table}.${column.name}) is not known here: add it`,
          );
        return [column.name, make(column)];
      }),
  );
}

const insert = (client: pg.Client, table: string, row: Record<string, unknown>) =>
  client.query(
    `insert into ${table} (${Object.keys(row).join(", ")}) select ${Object.keys(row).join(", ")} from json_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  );

const COMMANDS = ["select", "insert", "update", "delete"] as const;
type Done = Record<(typeof COMMANDS)[number], boolean>;

/** What a role can do to a table's rows: tried and rolled back. */
async function tried(
  table: string,
  role: string | null,
  { jobId = null, rowJob = JOB }: { jobId?: string | null; rowJob?: string } = {},
): Promise<Done> {
  const attempt = async (work: () => Promise<number>) => {
    await app.query("begin");
    await app.query(`set local app.account_id = '${ACCOUNT}'`);
    if (role) await app.query(`set local app.role = '${role}'`);
    if (jobId) await app.query(`set local app.job_id = '${jobId}'`);
    try {
      return (await work()) > 0;
    } catch (error) {
      // Refused by a policy; any other error is a bug in this test.
      if ((error as { code?: string }).code !== "42501") throw error;
      return false;
    } finally {
      await app.query("rollback");
    }
  };
  const changed = async (text: string) => (await app.query(text)).rowCount ?? 0;
  const row = rowOf(table, rowJob);
  return {
    select: await attempt(
      async () => (await app.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n,
    ),
    insert: await attempt(async () => (await insert(app, table, row)).rowCount ?? 0),
    update: await attempt(() => changed(`update ${table} set account_id = account_id`)),
    delete: await attempt(() => changed(`delete from ${table}`)),
  };
}

const tableRights: Readonly<Record<string, TableRights>> = {
  ...businessesTableRights,
  ...apiTableRights,
  ...evidenceTableRights,
  ...importsTableRights,
  ...leadsTableRights,
  ...notificationsTableRights,
  ...papersTableRights,
  ...sharesTableRights,
  ...signaturesTableRights,
  ...syncTableRights,
  ...visitsTableRights,
  ...worklistTableRights,
  ...Object.fromEntries(
    serverTools.flatMap(({ tables: all }) => all.map(({ table, rights }) => [getTableName(table), rights])),
  ),
};

function expected(table: string, role: string): Done {
  const rights: TableRights = tableRights[table] ?? USUAL_RIGHTS;
  const among = (action: TableRights["read"]) => (ACTIONS[action].roles as readonly string[]).includes(role);
  // A table for confidants only: in this test, nobody was named one.
  const isReader = rights.writableIf === undefined || role === "owner";
  const [read, write] = [among(rights.read) && isReader, among(rights.write) && isReader];
  return {
    select: read,
    insert: write,
    update: read && write && !rights.appendOnly,
    delete: read && write && !rights.appendOnly,
  };
}

const NOTHING: Done = { select: false, insert: false, update: false, delete: false };
const ALL: Done = { select: true, insert: true, update: true, delete: true };

describe("in the database itself", () => {
  it("there are tables, the ones of the list among them", () => {
    expect(tables.length).toBeGreaterThan(20);
    for (const table of Object.keys(tableRights)) expect(tables).toContain(table);
  });

  it.each(ROLES)("a %s reads and writes what the list says, in every table", async (role) => {
    const found: Record<string, Done> = {};
    const listed: Record<string, Done> = {};
    for (const table of tables) {
      found[table] = await tried(table, role);
      listed[table] = expected(table, role);
    }
    expect(found).toEqual(listed);
  });

  it("a guest works on rows of their job, in tables of jobs that say nothing else, and on no other's", async () => {
    for (const table of tables) {
      const mine = await tried(table, "guest", { jobId: JOB });
      const appendOnly = tableRights[table]?.appendOnly;
      const all = appendOnly ? { ...NOTHING, select: true, insert: true } : ALL;
      expect(mine, table).toEqual(OF_JOB.includes(table) ? all : expected(table, "guest"));
      const others = await tried(table, "guest", { jobId: OTHER_JOB });
      expect(others, table).toEqual(expected(table, "guest"));
    }
    // A session for their own job can't write to another job's rows.
    expect((await tried(PLANTED, "guest", { jobId: JOB, rowJob: OTHER_JOB })).insert).toBe(false);
  });

  it("a role that nobody knows is let near nothing", async () => {
    for (const table of tables) expect(await tried(table, "admin", { jobId: JOB }), table).toEqual(NOTHING);
  });

  it("the product's own work is not asked for a role, but for history nobody changes", async () => {
    for (const table of tables) {
      const appendOnly = tableRights[table]?.appendOnly;
      expect(await tried(table, null), table).toEqual(
        appendOnly ? { ...NOTHING, select: true, insert: true } : ALL,
      );
    }
  });

  it("a table of another account shows and takes nothing, whatever the role", async () => {
    await app.query("begin");
    await app.query(`set local app.account_id = '${randomUUID()}'`);
    for (const table of tables.filter((one) => !readableRows[one]))
      expect(
        (await app.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n,
        table,
      ).toBe(0);
    await app.query("rollback");
  });
});

describe("a manager", () => {
  const people = ["businesses_members", "businesses_invites"] as const;

  it.each(people.flatMap((table) => ROLES.map((role) => [table, role] as const)))(
    "in %s with the row of a %s",
    async (table, role) => {
      await owner.query(`update ${table} set role = $1`, [role]);
      const inHand = role === "member" || role === "guest";
      try {
        const { update, delete: removed } = await tried(table, "manager");
        expect({ update, removed }).toEqual({ update: inHand, removed: inHand });
        expect((await tried(table, "owner")).delete).toBe(true);
        await app.query("begin");
        await app.query(`set local app.account_id = '${ACCOUNT}'; set local app.role = 'manager'`);
        const raise = app.query(`update ${table} set role = 'owner'`);
        // An editable row can't be raised to owner; other rows aren't visible to the update.
        if (inHand) await expect(raise).rejects.toMatchObject({ code: "42501" });
        else expect((await raise).rowCount).toBe(0);
        await app.query("rollback");
        await app.query("begin");
        await app.query(`set local app.account_id = '${ACCOUNT}'; set local app.role = 'manager'`);
        const made = insert(app, table, { ...rowOf(table, JOB), role });
        if (inHand) expect((await made).rowCount).toBe(1);
        else await expect(made).rejects.toMatchObject({ code: "42501" });
      } finally {
        await app.query("rollback");
        await owner.query(`update ${table} set role = 'member'`);
      }
    },
  );
});

describe("this test", () => {
  it("sees a policy that is missing", async () => {
    await owner.query("drop policy role_reads on leads");
    expect(await tried("leads", "guest")).not.toEqual(expected("leads", "guest"));
    await owner.query("drop policy role_deletes on businesses_audit");
    expect((await tried("businesses_audit", "owner")).delete).toBe(true);
    await owner.query("drop policy kind_updates on businesses_members");
    await owner.query("update businesses_members set role = 'owner'");
    expect((await tried("businesses_members", "manager")).update).toBe(true);
  });
});
