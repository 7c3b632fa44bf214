import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "./product.ts";

/** A PostgreSQL server from the machine's packages, in its own folder and on its own port. */
export interface ServerPostgres {
  /**
   * Connection URL of the owner: a role that can create roles and owns its database, but is no superuser, as
   * hosted databases provide.
   */
  readonly ownerUrl: string;
  /** Queries as the owner on a new connection, because a test may stop the server in between. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and deletes it. */
  remove(): Promise<void>;
}

/** The folder of the server's binaries, or undefined without the package. */
export function serverBinaries(): string | undefined {
  const named = process.env["TEST_POSTGRES_BIN"];
  if (named) return named;
  const base = "/usr/lib/postgresql";
  if (!existsSync(base)) return undefined;
  const newest = readdirSync(base)
    .map(Number)
    .filter(Boolean)
    .sort((a, b) => b - a)[0];
  const folder = path.join(base, String(newest), "bin");
  return existsSync(path.join(folder, "initdb")) ? folder : undefined;
}

/** Starts a server. @throws Error if the machine has no PostgreSQL package */
export async function startServerPostgres(): Promise<ServerPostgres> {
  const binaries = serverBinaries();
  if (!binaries)
    throw new Error("no PostgreSQL server package is installed here (Debian: apt-get install postgresql)");
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-pg-"));
  const port = await freePort();
  const account = process.getuid?.() === 0 ? await accountOf("postgres") : undefined;
  if (account) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  const data = path.join(folder, "data");
  const options = account ? { uid: account.uid, gid: account.gid, cwd: "/" } : { cwd: "/" };
  execFileSync(
    path.join(binaries, "initdb"),
    ["-D", data, "-U", "admin", "--auth=trust", "--encoding=UTF8", "--no-locale"],
    {
      ...options,
      stdio: "pipe",
    },
  );
  let child: ReturnType<typeof spawn> | undefined;
  const admin = { host: "127.0.0.1", port, user: "admin", database: "postgres" };
  const start = async () => {
    child = spawn(
      path.join(binaries, "postgres"),
      ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-k", folder],
      {
        ...options,
        stdio: "ignore",
      },
    );
    for (let attempt = 0; attempt < 2_400; attempt++) {
      const client = new pg.Client(admin);
      try {
        await client.connect();
        await client.end();
        return;
      } catch {
        await sleep(50);
      }
    }
    throw new Error("PostgreSQL did not start");
  };
  const stop = async () => {
    const exited = new Promise((resolve) => child?.once("exit", resolve));
    child?.kill("SIGINT");
    await exited;
  };
  await start();
  const client = new pg.Client(admin);
  await client.connect();
  await client.query("create role shop login createrole password 'shop'");
  await client.query("create database shop owner shop");
  await client.end();
  const ownerUrl = `postgres://shop:shop@127.0.0.1:${port}/shop`;
  return {
    ownerUrl,
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const client = new pg.Client(ownerUrl);
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    start,
    stop,
    async remove() {
      if (child?.exitCode === null && child.signalCode === null) await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The ids of a system account. @throws Error if there is none */
export async function accountOf(name: string): Promise<{ uid: number; gid: number }> {
  const line = (await readFile("/etc/passwd", "utf8")).split("\n").find((one) => one.startsWith(`${name}:`));
  if (!line) throw new Error(`there is no account ${name}`);
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
