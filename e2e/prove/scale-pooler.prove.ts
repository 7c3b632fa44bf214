import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cluster, clusterMissing, startCluster } from "../harness/cluster.ts";

// Why the product has an address for transactions and one for sessions (docs/decisions/0084): what PgBouncer
// does to each when two clients take turns on one connection to the server.

let cluster: Cluster;
const clients: pg.Client[] = [];
beforeAll(async () => {
  if (!clusterMissing) cluster = await startCluster();
}, 120_000);
afterAll(async () => {
  for (const client of clients) await client.end().catch(() => {});
  await cluster?.remove();
}, 60_000);

async function connect(
  settings: pg.ClientConfig = {},
  mode: "pool" | "session" = "pool",
): Promise<pg.Client> {
  const { hostname: host, port } = new URL(cluster.poolUrl);
  const database = mode === "pool" ? "shop" : "shop_session";
  const own = { host, port: Number(port), user: "shop", password: "shop", database };
  const client = new pg.Client({ ...own, ...settings });
  client.on("error", () => {});
  clients.push(client);
  await client.connect();
  return client;
}

/** The server's process that runs a client's next statement. */
const serverProcess = async (client: pg.Client) =>
  (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;

test.skipIf(clusterMissing)("limits given at the start of a connection are refused", async () => {
  await expect(connect({ statement_timeout: 30_000 })).rejects.toThrow(/unsupported startup parameter/);
});

test.skipIf(clusterMissing)("a named statement isn't there in the next transaction", async () => {
  const one = await connect();
  const named = { name: "a_name", text: "select $1::int as one", values: [1] };
  await one.query(named);
  const other = await connect();
  await other.query("begin");
  // The first client's next statement goes to another process of the server.
  await expect(one.query(named)).rejects.toThrow(/prepared statement "a_name" does not exist/);
  await other.query("commit");
});

test.skipIf(clusterMissing)("a session's lock stays with somebody else; a session has its own", async () => {
  const one = await connect();
  await one.query("select pg_advisory_lock(84)");
  const other = await connect();
  await other.query("begin");
  await expect(one.query("select pg_advisory_unlock(84) as was")).resolves.toMatchObject({
    rows: [{ was: false }],
  });
  await other.query("commit");
  const session = await connect({}, "session");
  await session.query("select pg_advisory_lock(85)");
  expect((await session.query("select pg_advisory_unlock(85) as was")).rows).toEqual([{ was: true }]);
});

test.skipIf(clusterMissing)("an account that one transaction sets is gone in the next", async () => {
  const [one, other] = [await connect(), await connect()];
  await other.query("begin");
  await other.query("set local app.account_id = '01900000-0000-7000-8000-000000000084'");
  const pid = await serverProcess(other);
  await other.query("commit");
  // PgBouncer gives out first what was given back last.
  const { rows } = await one.query(
    "select pg_backend_pid() as pid, coalesce(current_setting('app.account_id', true), '') as account",
  );
  expect(rows).toEqual([{ pid, account: "" }]);
});

test.skipIf(clusterMissing)("a password that is set again locks out who signed in before", async () => {
  const app = { user: "plumbline_app", password: "p" };
  const { primary } = cluster;
  await primary.sql("create role plumbline_app login password 'p'");
  const one = await connect(app);
  await one.query("select 1");
  const endSessions = () =>
    primary.sql("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plumbline_app'");
  // The server may be restarted at any time. With the password as it was, the next statement runs.
  await endSessions();
  await expect.poll(() => one.query("select 1").then(() => "ran", String)).toBe("ran");
  await primary.sql("alter role plumbline_app with password 'p'");
  await endSessions();
  // It waits, because the server refuses PgBouncer, which signs in with what the client once proved.
  one.query("select 1").catch(() => {});
  await expect.poll(() => primary.log()).toMatch(/password authentication failed for user "plumbline_app"/);
});
