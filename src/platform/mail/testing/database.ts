import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { type Database, openDatabase } from "../../db/database.server.ts";
import { migrateDatabase } from "../../db/migrate.server.ts";
import { mailMessages } from "../tables.server.ts";

const BIN = "/usr/lib/postgresql/15/bin";

/** A PostgreSQL server of our own with the mail tables, on a socket in a temporary folder. */
export interface TestServer {
  readonly database: Database;
  /** For other processes: node-postgres settings of the app role. */
  readonly appSettings: { host: string; port: number; database: string; user: string };
  stop(): Promise<void>;
}

export async function startTestServer(): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-mail-pg-"));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(folder, ...idsOf("postgres"));
  const data = path.join(folder, "data");
  const asPostgres = (program: string, args: string[]): [string, string[]] =>
    asRoot ? ["runuser", ["-u", "postgres", "--", program, ...args]] : [program, args];
  execFileSync(...asPostgres(path.join(BIN, "initdb"), ["-D", data, "-A", "trust", "-U", "postgres", "--no-instructions"]), { stdio: "ignore" });
  const settings = ["listen_addresses=", `unix_socket_directories=${folder}`, "max_connections=400", "shared_buffers=256MB", "port=5432"];
  const server = spawn(...asPostgres(path.join(BIN, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])]), { stdio: "ignore" });
  const gone = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const owner = { host: folder, port: 5432, database: "postgres", user: "postgres" };
  const appSettings = { ...owner, user: "plumbline_app" };
  await retry(() => migrate(owner, folder));
  const database = openDatabase(owner, appSettings, { max: 20 });
  return {
    database,
    appSettings,
    async stop() {
      await database.close();
      const postmaster = Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
      process.kill(postmaster, "SIGQUIT");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function migrate(owner: object, folder: string): Promise<void> {
  const migrations = path.join(folder, "migrations");
  mkdirSync(path.join(migrations, "meta"), { recursive: true });
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson({ mailMessages }));
  writeFileSync(path.join(migrations, "0000_mail.sql"), statements.join("\n--> statement-breakpoint\n"));
  const entries = [{ idx: 0, version: "7", when: 1, tag: "0000_mail", breakpoints: true }];
  writeFileSync(path.join(migrations, "meta", "_journal.json"), JSON.stringify({ version: "7", dialect: "postgresql", entries }));
  const functions = [readFileSync(path.join(import.meta.dirname, "..", "functions.sql"), "utf8")];
  await migrateDatabase(owner, { migrationsFolder: migrations, readableRows: {}, functions }, { name: "plumbline_app", password: undefined, create: true });
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries > 100 || !["ENOENT", "ECONNREFUSED", "57P03"].includes((error as { code: string }).code)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function idsOf(user: string): [number, number] {
  const id = (flag: string) => Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
  return [id("-u"), id("-g")];
}
