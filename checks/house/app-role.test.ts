import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { schemaParts } from "#app/schema.ts";
import { APP_ROLE, type ConnectionSettings } from "#platform/db/database.server.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import { createTestDatabase, type TestDatabase } from "#platform/db/testing/test-database.ts";

let test: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Client(test.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.query(`alter role ${APP_ROLE} with password null`);
  await owner.end();
  await test.drop();
});

/** Starts with a password. @returns what the server stores of it, which has a new salt each time it is set */
async function startWith(password: string, signIn: ConnectionSettings): Promise<string> {
  const appRole = { name: APP_ROLE, create: true, password, signIn };
  await migrateDatabase(test.owner, schemaParts(path.resolve()), appRole);
  const { rows } = await owner.query<{ stored: string }>(
    "select rolpassword as stored from pg_authid where rolname = $1",
    [APP_ROLE],
  );
  return rows[0]!.stored;
}

it("leaves a password alone that works, and sets one that doesn't", async () => {
  const refused = { ...test.app, user: "nobody_of_that_name" };
  const first = await startWith("the first", refused);
  expect(first).toMatch(/^SCRAM-SHA-256\$/);
  // Each process that starts would otherwise lock the others out of PgBouncer.
  expect(await startWith("the first", test.app)).toBe(first);
  const again = await startWith("the first", refused);
  expect(again).toMatch(/^SCRAM-SHA-256\$/);
  expect(again).not.toBe(first);
});
