import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { listTables } from "./catalog.server.ts";
import { moveDatabase } from "./move-database.server.ts";
import { type ServerPostgres, serverMissing, startServerPostgres } from "../testing/server-postgres.ts";
import { everyKey, everyRow, type Owner, type SmallProduct, smallProduct } from "../testing/small-product.ts";
import { fillTable } from "../testing/weird-rows.ts";

// Creates databases, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const never = new AbortController().signal;

async function onEmbedded(name: string): Promise<Owner> {
  const server = inject("databaseServer");
  const admin = new pg.Client({ ...server, database: "plumbline" });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return { ...server, database: name };
}

describe.skipIf(serverMissing)("from the embedded database to a server whose owner is no superuser", () => {
  let server: ServerPostgres;
  const made: SmallProduct[] = [];
  beforeAll(async () => void (server = await startServerPostgres()));
  afterAll(async () => {
    for (const one of made) await one.remove();
    await server.stop();
  });
  const product = async (where: "embedded" | "server") => {
    const one = await smallProduct(
      where === "embedded" ? onEmbedded : async (name) => (await server.createDatabase(name)).owner,
    );
    made.push(one);
    return one;
  };
  const filled = async (rows = 120) => {
    const one = await product("embedded");
    await one.start();
    const live = await one.client();
    for (const table of await listTables(live))
      if (table.schema === "public" && table.name !== "nothing_yet") await fillTable(live, table, rows);
    await live.query("update alpha_children set above = (select max(id::text)::uuid from alpha_children)");
    await live.query(
      "insert into pgboss.job (name, data) select 'small.task', jsonb_build_object('n', n) from generate_series(1, 50) n",
    );
    return { ...one, live };
  };
  const move = (from: SmallProduct, to: SmallProduct, signal = never) =>
    moveDatabase({
      from: from.owner,
      to: to.owner,
      appRole: "plumbline_app",
      migrationsFolder: from.migrationsFolder,
      signal,
    });
  const tablesOf = async (one: SmallProduct) => (await listTables(await one.client())).length;

  test("every row and key is there, sequences continue, and moving again finds nothing to do", async () => {
    const old = await filled();
    const there = await product("server");
    const done = await move(old, there);
    expect(done).toMatchObject({ before: false });
    expect(done.rows).toBeGreaterThan(500);
    await there.start();
    const copy = await there.client();
    expect(await everyRow(copy)).toEqual(await everyRow(old.live));
    // PostgreSQL 18 lists NOT NULL among the constraints, older versions don't.
    const keys = async (client: pg.Client) =>
      (await everyKey(client)).filter((key) => !key.includes(" NOT NULL "));
    expect(await keys(copy)).toEqual(await keys(old.live));
    await copy.query("insert into middle (words) values ('next')");
    expect((await copy.query("select id from middle where words = 'next'")).rows).toEqual([{ id: 121 }]);
    // The product was used there since; all of this folder's rows are there nevertheless.
    expect(await move(old, there)).toEqual({ ...done, before: true });
  });

  test("later rows in the old database are noticed: nothing is mixed", async () => {
    const old = await filled(10);
    const there = await product("server");
    await move(old, there);
    await old.live.query("update middle set words = 'written after the move' where id = 1");
    await expect(move(old, there)).rejects.toThrow(
      /^The database holds rows already \(in \w.*\)\. A move needs an empty database\.$/,
    );
  });

  test("an earlier schema is migrated there, and unchanged here", async () => {
    const old = await filled(10);
    await old.upgrade();
    const there = await product("server");
    await move(old, there);
    const copy = await there.client();
    expect((await copy.query("select count(*)::int as n from middle where later = 'added'")).rows).toEqual([
      { n: 10 },
    ]);
    await expect(old.live.query("select later from middle")).rejects.toThrow("does not exist");
    expect(await move(old, there)).toMatchObject({ before: true });
  });

  test("interrupted at any time it leaves nothing, and the next attempt moves everything", async () => {
    const old = await filled(2_000);
    const there = await product("server");
    let interrupted = 0;
    for (const after of [0, 20, 60, 120, 250]) {
      const stopping = new AbortController();
      const moving = move(old, there, stopping.signal);
      const outcome = moving.then(
        () => "done",
        (error: Error) => error.message,
      );
      await sleep(after);
      stopping.abort();
      if ((await outcome) === "done") break;
      interrupted++;
      expect(await outcome).toBe("The move was interrupted. Nothing was saved.");
      expect(await tablesOf(there)).toBe(0);
    }
    expect(interrupted).toBeGreaterThan(1);
    await move(old, there);
    expect(await everyRow(await there.client())).toEqual(await everyRow(old.live));
  });

  test("is refused onto a running product or foreign tables, and from a database with unknown tables", async () => {
    const old = await filled(10);
    const busy = await product("server");
    await busy.start();
    const app = new pg.Client({ ...busy.owner, user: "plumbline_app", password: undefined });
    const connected = await app.connect().then(
      () => true,
      () => false,
    );
    if (connected) {
      await expect(move(old, busy)).rejects.toThrow(
        "The product is running on this database. Stop it first, then move.",
      );
      await app.end();
    }
    const foreign = await product("server");
    await (await foreign.client()).query("create table somebody (id int)");
    await expect(move(old, foreign)).rejects.toThrow("A move needs an empty database.");
    await old.live.query("create table scratch as select 1 as one");
    const empty = await product("server");
    await expect(move(old, empty)).rejects.toThrow(
      "These tables have rows but don’t belong to the product, so they’d be left behind: public.scratch.",
    );
    expect(await tablesOf(empty)).toBe(0);
  });
});
