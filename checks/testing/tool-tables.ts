import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import pg from "pg";
import { APP_ROLE, type ConnectionSettings } from "#platform/db/database.server.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import { schemaParts } from "#app/schema.ts";
import { deliveries } from "./tool/tables.server.ts";

/** Makes the tool's table as `npx drizzle-kit generate` writes it, and secures it as each start does. */
export async function makeTables(owner: ConnectionSettings): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson({ deliveries }));
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
  const appRole = { name: APP_ROLE, password: undefined, create: true };
  await migrateDatabase(owner, schemaParts(process.cwd()), appRole);
}
