import { connect, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { isStorageAway } from "../errors/app-error.ts";
import { WatchedPool } from "./watched-pool.server.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

// A proxy that can stop forwarding and resume: it refuses nothing and answers nothing.

let test: TestDatabase;
let way: Server;
let isStuck = false;
const sockets = new Set<Socket>();
let pool: WatchedPool;

beforeAll(async () => {
  test = await createTestDatabase();
  const { host, port } = test.app as { host: string; port: number };
  way = createServer((near) => {
    const far = connect(path.join(host, `.s.PGSQL.${port}`));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => void (isStuck || to.write(bytes)));
      from.on("close", () => to.destroy());
      from.on("error", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => way.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  way.close();
  await test.drop();
});
beforeEach(() => {
  isStuck = false;
  const { port } = way.address() as { port: number };
  pool = new WatchedPool(
    { ...test.app, host: "127.0.0.1", port },
    { max: 4, connectionTimeoutMillis: 20_000 },
  );
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
});
afterEach(() => pool.end());

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

it("fails running statements, waiting and new requests while the server hangs", async () => {
  await pool.query("select 1");
  const busy = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
  isStuck = true;
  const underWay = busy.map((client) => failure(client.query("select 1")));
  const waiting = [failure(pool.connect()), failure(pool.query("select 1"))];
  for (const error of await Promise.all([...underWay, ...waiting])) expect(isStorageAway(error)).toBe(true);
  // Fails without waiting, so a page with five queries is not five times as late.
  const asked = await Promise.race([
    failure(pool.query("select 1")),
    new Promise((resolve) => setTimeout(resolve, 1_000, "nothing")),
  ]);
  expect(isStorageAway(asked)).toBe(true);
  for (const client of busy) client.release(true);
  isStuck = false;
  await expect
    .poll(() =>
      pool.query("select 7 as n").then(
        ({ rows }) => rows[0] as unknown,
        () => null,
      ),
    )
    .toEqual({ n: 7 });
});

it("survives a connection attempt that ends after its error was reported", async () => {
  const { port } = way.address() as { port: number };
  const impatient = new WatchedPool(
    { ...test.app, host: "127.0.0.1", port },
    { max: 1, connectionTimeoutMillis: 2_500 },
  );
  impatient.on("error", () => {});
  impatient.on("connect", (client) => client.on("error", () => {}));
  const busy = await impatient.connect();
  isStuck = true;
  expect(isStorageAway(await failure(impatient.connect()))).toBe(true);
  // The pool's own timeout fires now. With no listener left, its error would end the process.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  busy.release(true);
  await impatient.end();
});

it("lets a slow statement run on a server that answers", async () => {
  const { rows } = await pool.query("select pg_sleep(3), 8 as n");
  expect(rows[0]).toMatchObject({ n: 8 });
});

it("probes nothing while unused, and ends with the pool", async () => {
  await pool.query("select 1");
  const owner = new pg.Client(test.owner);
  await owner.connect();
  const looking = async () =>
    (
      await owner.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where application_name = 'plumbline pulse' and datname = current_database()",
      )
    ).rows[0]!.n;
  await expect.poll(looking).toBe(1);
  await expect.poll(looking, { timeout: 30_000 }).toBe(0);
  await owner.end();
});
