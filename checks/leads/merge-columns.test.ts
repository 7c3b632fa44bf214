import { getTableColumns, getTableName } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listenForWebhooks } from "#faces/api/events.server.ts";
import { personColumns } from "#ground/events/public.server.ts";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { listenForNamed } from "#ground/notifications/listeners.server.ts";
import { listenForVisitors } from "#trade/visits/listeners.server.ts";
import { listenForPapers } from "#ground/papers/listeners.server.ts";
import { listenForSigners } from "#ground/signatures/listeners.server.ts";
import { listenForClients } from "#trade/jobs/listeners.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import { mergePeople, undoMerge } from "#trade/leads/people/merge.server.ts";
import { undoableMerges } from "#trade/leads/people/merged.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { openBusiness } from "../testing/business.ts";

// Every column that names a lead follows a merge and its undo. A new one fails here until its room says
// definePersonColumn().

/** Columns with such a name that don't name a lead, or must not move. */
const OTHERS: Readonly<Record<string, string>> = {
  "leads_merges.lead_id": "says which lead another became part of",
  "leads_merges.gone_id": "says which lead another became part of",
  "worklist_items.person": "someone of the business",
  "checklists_marks.person": "someone of the business",
  "sequences_enrolments.about_id": "what a follow-up is about, such as an estimate",
};

const clock = testClock("2026-11-20T17:00:00Z");
let test: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForDeeds();
  listenForPeople();
  listenForLeads();
  listenForWebhooks();
  listenForClients();
  listenForPapers();
  listenForSigners();
  listenForNamed();
  listenForVisitors();
  owner = new pg.Client(test.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.drop();
});

const declared = () =>
  personColumns().map(({ table, column }) => ({
    table: getTableName(table),
    column: getTableColumns(table)[column]!.name,
  }));

interface Column {
  readonly name: string;
  readonly type: string;
}

const VALUES: Readonly<Record<string, string>> = {
  uuid: "gen_random_uuid()",
  text: "'x'",
  "timestamp with time zone": "'2026-11-01T00:00:00Z'",
  date: "'2026-11-01'",
  jsonb: "'{}'",
  boolean: "false",
  integer: "1",
  smallint: "1",
  bigint: "1",
  "double precision": "1",
  bytea: "'x'",
  ARRAY: "'{}'",
};

/** Inserts a row that names a lead, with some value in every column that needs one. */
async function fill(account: string, { table, column }: { table: string; column: string }, lead: string) {
  const { rows } = await owner.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`,
    [table],
  );
  const needed = rows.filter(({ name }) => name !== "account_id" && name !== column);
  const names = ["account_id", column, ...needed.map(({ name }) => name)];
  const values = needed.map(({ type }) => {
    const value = VALUES[type];
    if (!value) throw new Error(`No value for ${type}`);
    return value;
  });
  await owner.query(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")}) values ($1, $2 ${values.map((value) => `, ${value}`).join("")})`,
    [account, lead],
  );
}

const count = async (account: string, { table, column }: { table: string; column: string }, lead: string) =>
  (
    await owner.query<{ count: number }>(
      `select count(*)::int as count from "${table}" where account_id = $1 and "${column}" = $2`,
      [account, lead],
    )
  ).rows[0]!.count;

describe("columns that name a lead", () => {
  it("are declared by their rooms, all of them", async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.table_name || '.' || c.column_name as name from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'uuid'
          and c.column_name ~ '(lead|person|people|client|about|gone|merged)(_id)?$' order by 1`,
    );
    const names = rows.map(({ name }) => name).filter((name) => !OTHERS[name]);
    expect(names).toEqual(
      declared()
        .map(({ table, column }) => `${table}.${column}`)
        .toSorted(),
    );
    expect(names.length).toBeGreaterThan(15);
  });

  it("follow a merge, and its undo", async () => {
    const shop = await openBusiness();
    const [kept, gone] = [await shop.captured("ana@a.test", "Ana"), await shop.captured("ana@b.test", "Ana")];
    const had: Record<string, number> = {};
    for (const one of declared()) {
      await fill(shop.account, one, gone);
      had[one.table] = await count(shop.account, one, gone);
    }
    const inShop = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(shop.account, work);
    const choice = { name: "kept", email: "kept", phone: "kept", value: "kept" } as const;
    await inShop((ctx) => mergePeople(ctx, kept, gone, choice));
    for (const one of declared()) {
      expect([one.table, await count(shop.account, one, gone)]).toEqual([one.table, 0]);
      expect(await count(shop.account, one, kept)).toBeGreaterThanOrEqual(had[one.table]!);
    }
    const [merge] = await inShop((ctx) => undoableMerges(ctx, kept));
    await inShop((ctx) => undoMerge(ctx, kept, merge!.id));
    for (const one of declared())
      expect([one.table, await count(shop.account, one, gone)]).toEqual([one.table, had[one.table]]);
  });
});
