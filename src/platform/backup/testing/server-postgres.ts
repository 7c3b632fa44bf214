import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

// From the test run (see bootstrap/test.mjs), or Debian's path.
const BIN = process.env["TEST_POSTGRES_BIN"] ?? "/usr/lib/postgresql/15/bin";

/** Why tests on a server PostgreSQL can't run here; undefined if they can. */
export const serverMissing = existsSync(path.join(BIN, "initdb"))
  ? undefined
  : (process.env["TEST_POSTGRES_BIN_MISSING"] ?? `there is no PostgreSQL in ${BIN}`);

/** The distribution's PostgreSQL server, as an operator would run it. */
export interface ServerPostgres {
  /** Dumps a database as SQL, as its superuser sees it. */
  dump(name: string, options: readonly string[]): string;
  /** Creates a database owned by a role that is no superuser but may create roles. */
  createDatabase(
    name: string,
  ): Promise<{ url: string; owner: { host: string; port: number; user: string; database: string } }>;
  stop(): Promise<void>;
}

/** Starts a server on a socket in a temporary folder. */
export async function startServerPostgres(): Promise<ServerPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-pg-"));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(folder, idOf("-u"), idOf("-g"));
  const as = (program: string, args: string[]): [string, string[]] =>
    asRoot ? ["runuser", ["-u", "postgres", "--", program, ...args]] : [program, args];
  const data = path.join(folder, "data");
  execFileSync(
    ...as(path.join(BIN, "initdb"), [
      "-D",
      data,
      "-A",
      "trust",
      "-U",
      "postgres",
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
      "--no-instructions",
    ]),
    { stdio: "ignore" },
  );
  const settings = [
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
    "port=5432",
    "fsync=off",
  ].flatMap((setting) => ["-c", setting]);
  const server = spawn(...as(path.join(BIN, "postgres"), ["-D", data, ...settings]), { stdio: "ignore" });
  const gone = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const admin = { host: folder, port: 5432, user: "postgres", database: "postgres" };
  const run = async (...statements: string[]) => {
    const client = new pg.Client(admin);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  for (let tries = 0; ; tries++) {
    try {
      await run("create role plumbline_owner login createrole");
      break;
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(50);
    }
  }
  return {
    dump: (name, options) =>
      execFileSync(path.join(BIN, "pg_dump"), ["-h", folder, "-U", "postgres", ...options, name], {
        encoding: "utf8",
        maxBuffer: 256 * 1024 * 1024,
      }),
    async createDatabase(name) {
      await run(`create database ${name} owner plumbline_owner`);
      const owner = { host: folder, port: 5432, user: "plumbline_owner", database: name };
      return {
        owner,
        url: `postgres://plumbline_owner@localhost/${name}?host=${encodeURIComponent(folder)}`,
      };
    },
    async stop() {
      process.kill(Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]), "SIGQUIT");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}
