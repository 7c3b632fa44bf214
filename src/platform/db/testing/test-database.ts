import { randomBytes } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { schemaParts } from "#app/schema.ts";
import { APP_ROLE, type ConnectionSettings, type Database, openDatabase } from "../database.server.ts";
import { migrateDatabase } from "../migrate.server.ts";

const TEMPLATE = "plumbline_template";
const TEMPLATE_LOCK = 4_711_002;

/** A test file's own database, with the whole schema, on the run's server. */
export interface TestDatabase {
  readonly database: Database;
  readonly owner: ConnectionSettings;
  readonly app: ConnectionSettings;
  drop(): Promise<void>;
}

/** Clones the migrated template database; the first caller of a run creates the template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("databaseServer");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ ...server, database: "plumbline" });
  await admin.connect();
  try {
    await admin.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1", [TEMPLATE]);
    if (!rowCount) {
      await admin.query(`create database ${TEMPLATE}_new`);
      await migrateDatabase({ ...server, database: `${TEMPLATE}_new` }, schemaParts(path.resolve()), {
        name: APP_ROLE,
        password: undefined,
        create: true,
      });
      await admin.query(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`);
    }
    await admin.query(`create database ${name} template ${TEMPLATE}`);
  } finally {
    await admin.end();
  }
  const owner = { ...server, database: name };
  const app = { ...owner, user: APP_ROLE };
  const database = openDatabase(owner, app, { max: 12 });
  return {
    database,
    owner,
    app,
    async drop() {
      await database.close();
      const client = new pg.Client({ ...server, database: "plumbline" });
      await client.connect();
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    },
  };
}
