import pg from "pg";
import { asAppRole, connectionFromUrl, type Database, openDatabase } from "#platform/db/database.server.ts";
import type { Step } from "#trade/sequences/plan/planner.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";

/** A database with the whole schema, for benches that call a feature's functions in this process. */
export interface BenchDatabase {
  /** The product's own role, under row security. Call `useDatabase` before querying. */
  readonly database: Database;
  /** The owner role, for bulk inserts. */
  readonly owner: pg.Client;
}

/** Several databases on one server, so that they can be measured in turns. */
export interface BenchServer {
  readonly databases: readonly BenchDatabase[];
  /** Description for the report. */
  readonly version: string;
  remove(): Promise<void>;
}

/**
 * Starts the databases. The built product creates the schema, as at any first start, and is stopped again.
 */
export async function startBenchDatabases(count = 1): Promise<BenchServer> {
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "d".repeat(40), LOG_LEVEL: "error" };
  const product = await startProduct(settings);
  await product.stop();
  await removeData(product.dataDir);
  const urls = await copiesOf(postgres.ownerUrl, count);
  const databases = await Promise.all(
    urls.map(async (url) => {
      const owner = new pg.Client({ connectionString: url });
      await owner.connect();
      return { database: openDatabase(connectionFromUrl(url), asAppRole(url, settings.SECRET)), owner };
    }),
  );
  const { rows } = await databases[0]!.owner.query<{ server_version: string }>("show server_version");
  return {
    databases,
    version: `PostgreSQL ${rows[0]!.server_version.split(" ")[0]}`,
    async remove() {
      for (const { owner, database } of databases) {
        await owner.end();
        await database.close();
      }
      await postgres.remove();
    },
  };
}

/** Copies a database that has no connections; returns their addresses. */
async function copiesOf(ownerUrl: string, count: number): Promise<string[]> {
  const admin = new URL(ownerUrl);
  const { username, pathname } = admin;
  admin.username = "admin";
  admin.pathname = "/postgres";
  const client = new pg.Client({ connectionString: admin.toString() });
  await client.connect();
  const urls: string[] = [];
  for (let at = 0; at < count; at++) {
    const copy = new URL(ownerUrl);
    copy.pathname = `/bench_${at}`;
    await client.query(`create database bench_${at} template ${pathname.slice(1)} owner ${username}`);
    urls.push(copy.toString());
  }
  await client.end();
  return urls;
}

const BODY = [
  "Hi {{first_name}},",
  "A few days ago I sent you the guide. Which part fits your situation best, and what did it leave open?",
  "Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.",
  "{{business}}",
].join("\n\n");

/** A sequence of the usual length: the gift, then four emails in as many weeks. */
export const FIVE_STEPS: readonly Step[] = [
  { kind: "gift", subject: "9 questions to ask before you hire a deck builder", body: BODY },
  ...[2, 7, 7, 14].map((days) => ({
    kind: "mail" as const,
    delay: { amount: days, unit: "days" as const },
    subject: "Did the guide answer your question?",
    body: BODY,
  })),
];
