import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { accountOf, serverBinaries } from "./postgres.ts";
import { isAlive, killHard, processTree } from "./processes.ts";
import { quietPort } from "./product.ts";

/** One PostgreSQL server of a cluster. */
export interface Node {
  readonly port: number;
  /** Queries as the superuser on a new connection. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Of its postmaster. */
  pid(): number;
  /** What it has logged. */
  log(): Promise<string>;
  /** SIGKILL to it and all its processes. */
  kill(): Promise<void>;
  /** Starts it again on the same port; does nothing while it runs. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A replica, reached by the primary over a line of its own. */
export interface Replica extends Node {
  /** Cuts the line for good: what was written after this never arrives. */
  cutOff(): void;
}

/** PostgreSQL behind PgBouncer, on loopback, in a folder of its own. */
export interface Cluster {
  readonly primary: Node;
  /** PgBouncer, which can be killed and started again on the same port. */
  readonly pooler: { pid(): number; kill(): Promise<void>; start(): Promise<void> };
  /** Through PgBouncer in session mode, as the owner: migrations, and sessions that hold a lock or listen. */
  readonly sessionUrl: string;
  /** Through PgBouncer in transaction mode. */
  readonly poolUrl: string;
  readonly folder: string;
  /** Starts a streaming replica of the primary. @param name by which a primary may wait for it */
  addReplica(name: string): Promise<Replica>;
  /** Makes PgBouncer connect to another server. */
  pointAt(node: Node): Promise<void>;
  /** Stops all and deletes it. */
  remove(): Promise<void>;
}

// From the test run (see bootstrap/test.mjs), or Debian's path.
const PGBOUNCER = process.env["TEST_PGBOUNCER"] ?? "/usr/sbin/pgbouncer";
/** Why there can be no cluster here, or undefined. */
export const clusterMissing = !serverBinaries()
  ? "there is no PostgreSQL server (Debian's package postgresql)"
  : existsSync(PGBOUNCER)
    ? undefined
    : (process.env["TEST_PGBOUNCER_MISSING"] ?? "there is no PgBouncer (Debian's package pgbouncer)");

const START_MS = 60_000;

/** @param settings of the primary, beside those that replication needs */
export async function startCluster(settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const binaries = serverBinaries()!;
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-cluster-"));
  const account = process.getuid?.() === 0 ? await accountOf("postgres") : undefined;
  if (account) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  const as = account ? { uid: account.uid, gid: account.gid, cwd: "/" } : { cwd: "/" };
  const program = (name: string, ...args: string[]) =>
    execFileSync(path.join(binaries, name), args, { ...as, stdio: "pipe" });

  async function run(data: string, options: Readonly<Record<string, string>>): Promise<Node> {
    const port = await quietPort();
    const logFile = `${data}.log`;
    const flags = Object.entries({ listen_addresses: "127.0.0.1", ...options }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ]);
    const server = runAgain(
      "sh",
      [
        "-c",
        'log=$1; shift; exec "$@" 2>>"$log"',
        "sh",
        logFile,
        path.join(binaries, "postgres"),
        ...["-D", data, "-p", String(port), "-k", folder, ...flags],
      ],
      as,
    );
    const admin = { host: "127.0.0.1", port, user: "admin" };
    const node: Node = {
      port,
      async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
        const { rows: known } = await query<{ datname: string }>(
          { ...admin, database: "postgres" },
          "select datname from pg_database where datname = 'shop'",
        );
        return (await query<Row>({ ...admin, database: known[0]?.datname ?? "postgres" }, text, values)).rows;
      },
      pid: server.pid,
      log: () => readFile(logFile, "utf8"),
      kill: server.kill,
      async start() {
        server.start();
        await until(() => query({ ...admin, database: "postgres" }, "select 1"), `PostgreSQL at ${port}`);
      },
      stop: () => server.end("SIGINT"),
    };
    await node.start();
    return node;
  }

  const data = path.join(folder, "primary");
  program("initdb", "-D", data, "-U", "admin", "--auth=trust", "--encoding=UTF8", "--no-locale");
  // The product's role proves its password, as on a server of one's own.
  const rules = await readFile(path.join(data, "pg_hba.conf"), "utf8");
  await writeFile(
    path.join(data, "pg_hba.conf"),
    `host all plumbline_app 127.0.0.1/32 scram-sha-256\n${rules}`,
  );
  const primary = await run(data, settings);
  await primary.sql("create role shop login createrole password 'shop'");
  await primary.sql("create database shop owner shop");
  const nodes = [primary];
  const lines: { cut(): void }[] = [];

  const bouncerPort = await quietPort();
  const file = path.join(folder, "pgbouncer.ini");
  const describe = (port: number) =>
    [
      "[databases]",
      `shop = host=127.0.0.1 port=${port} auth_user=admin`,
      `shop_session = host=127.0.0.1 port=${port} dbname=shop auth_user=admin pool_mode=session pool_size=60`,
      "[pgbouncer]",
      `listen_addr = 127.0.0.1`,
      `listen_port = ${bouncerPort}`,
      "unix_socket_dir =",
      "auth_type = scram-sha-256",
      `auth_file = ${path.join(folder, "users.txt")}`,
      "auth_query = select usename, passwd from pg_shadow where usename = $1",
      "admin_users = keeper",
      "pool_mode = transaction",
      "default_pool_size = 20",
      "max_client_conn = 400",
      "server_connect_timeout = 2",
      "server_login_retry = 1",
      "",
    ].join("\n");
  await writeFile(path.join(folder, "users.txt"), '"admin" ""\n"shop" "shop"\n"keeper" "keeper"\n');
  await writeFile(file, describe(primary.port));
  for (const name of ["users.txt", "pgbouncer.ini"]) await chmod(path.join(folder, name), 0o644);
  const bouncer = runAgain(PGBOUNCER, ["-q", file], as);
  const console_ = { host: "127.0.0.1", port: bouncerPort, user: "keeper", password: "keeper" };
  const pooler = {
    pid: bouncer.pid,
    kill: bouncer.kill,
    async start() {
      bouncer.start();
      await until(() => query({ ...console_, database: "pgbouncer" }, "show version"), "PgBouncer");
    },
  };
  await pooler.start();

  return {
    primary,
    pooler,
    folder,
    sessionUrl: `postgres://shop:shop@127.0.0.1:${bouncerPort}/shop_session`,
    poolUrl: `postgres://127.0.0.1:${bouncerPort}/shop`,
    async addReplica(name) {
      const copy = path.join(folder, name);
      const from = `host=127.0.0.1 port=${primary.port} user=admin application_name=${name}`;
      program("pg_basebackup", "-D", copy, "-R", "-X", "stream", "-c", "fast", "-d", from);
      const line = await startLine(primary.port);
      lines.push(line);
      const replica = await run(copy, {
        primary_conninfo: from.replace(`port=${primary.port}`, `port=${line.port}`),
      });
      nodes.push(replica);
      await until(async () => {
        const rows = await primary.sql("select 1 from pg_stat_replication where state = 'streaming'");
        if (rows.length === 0) throw new Error("it doesn't stream yet");
      }, `the replica ${name}`);
      return { ...replica, cutOff: line.cut };
    },
    async pointAt(node) {
      await writeFile(file, describe(node.port));
      await query({ ...console_, database: "pgbouncer" }, "reload");
    },
    async remove() {
      await bouncer.end("SIGKILL");
      for (const node of nodes) await node.stop();
      for (const line of lines) line.cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A program that can be started again after it was killed. */
function runAgain(program: string, args: readonly string[], as: SpawnOptions) {
  let child: ChildProcess | undefined;
  let exited = Promise.resolve();
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    pid: () => child!.pid!,
    start() {
      if (isRunning()) return;
      const started = spawn(program, args, { ...as, stdio: "ignore" });
      child = started;
      exited = new Promise<void>((resolve) => started.once("exit", () => resolve()));
    },
    /** SIGKILL to it and its descendants. */
    async kill() {
      const pids = isRunning() ? processTree(child!.pid!) : [];
      for (const pid of pids) killHard(pid);
      await exited;
      while (pids.some(isAlive)) await sleep(5);
    },
    async end(signal: NodeJS.Signals) {
      if (isRunning()) child!.kill(signal);
      await exited;
    },
  };
}

/** Passes connections on to a port until it is cut. */
async function startLine(to: number): Promise<{ readonly port: number; cut(): void }> {
  const open = new Set<Socket>();
  const add = (socket: Socket) => {
    open.add(socket.on("error", () => socket.destroy()));
    socket.once("close", () => open.delete(socket));
    return socket;
  };
  const listener = createServer((client) => {
    const server = add(connect(to, "127.0.0.1"));
    add(client).pipe(server).pipe(client);
    client.once("close", () => server.destroy());
    server.once("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    cut() {
      listener.close();
      for (const socket of open) socket.destroy();
    },
  };
}

async function query<Row extends pg.QueryResultRow>(
  settings: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...settings });
  client.on("error", () => {});
  await client.connect();
  try {
    // PgBouncer's console understands the simple protocol only.
    return await (values.length ? client.query<Row>(text, values) : client.query<Row>(text));
  } finally {
    await client.end().catch(() => {});
  }
}

async function until(works: () => Promise<unknown>, what: string): Promise<void> {
  for (const end = performance.now() + START_MS; ; await sleep(50)) {
    try {
      return void (await works());
    } catch (error) {
      if (performance.now() > end) throw new Error(`${what} did not start`, { cause: error });
    }
  }
}
