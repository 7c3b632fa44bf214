import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "./database.server.ts";
import { inTransaction, SYSTEM_ACCOUNT } from "./scope.server.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

// What PgBouncer in transaction mode can't pass on, the pool doesn't use. e2e/prove/scale.prove.ts runs the
// product over a real one.

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await test.drop();
});

/** What one connection of a pool has of its session, after a named statement ran on it. */
async function sessionOf(isPooled: boolean) {
  const database = openDatabase(test.owner, test.app, { max: 1, pooled: isPooled ? test.app : undefined });
  try {
    await database.app.query({ name: "a_name", text: "select $1::int as one", values: [1] });
    const { rows } = await database.app.query<{ names: string[]; limit: string }>(
      "select array(select name from pg_prepared_statements) as names, current_setting('statement_timeout') as limit",
    );
    const inside = await inTransaction(database.app, { accountId: SYSTEM_ACCOUNT }, async (db) => {
      const found = await db.execute<{ limit: string; idle: string; account: string }>(
        sql`select current_setting('statement_timeout') as limit, current_setting('idle_in_transaction_session_timeout') as idle,
                   current_setting('app.account_id') as account`,
      );
      return found.rows[0];
    });
    return { ...rows[0], inside };
  } finally {
    await database.close();
  }
}

const INSIDE = { limit: "30s", idle: "1min", account: SYSTEM_ACCOUNT };

it("directly: statements have names, and the session has its limits", async () => {
  expect(await sessionOf(false)).toEqual({ names: ["a_name"], limit: "30s", inside: INSIDE });
});

it("through a pooler: nothing stays in the session, and each transaction has the same limits", async () => {
  expect(await sessionOf(true)).toEqual({ names: [], limit: "0", inside: INSIDE });
});
