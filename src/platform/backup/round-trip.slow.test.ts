import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { createDiskStore } from "../files/disk.server.ts";
import { listTables } from "./database/catalog.server.ts";
import { makeBackup } from "./make-backup.server.ts";
import { checkBackup, restoreBackup, type RestoreOptions } from "./restore-backup.server.ts";
import { type ServerPostgres, serverMissing, startServerPostgres } from "./testing/server-postgres.ts";
import {
  everyFile,
  everyKey,
  everyRow,
  fillFolder,
  type Owner,
  SECRET,
  type SmallProduct,
  smallProduct,
} from "./testing/small-product.ts";
import { variants } from "#platform/testing/long-form.ts";
import { fillTable } from "./testing/weird-rows.ts";

// Creates databases and syncs files, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const now = Temporal.Instant.from("2026-11-20T09:00:00Z");
const signal = new AbortController().signal;

async function onEmbedded(name: string): Promise<Owner> {
  const server = inject("databaseServer");
  const admin = new pg.Client({ ...server, database: "plumbline" });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return { ...server, database: name };
}

describe.each(
  variants([
    { where: "a server PostgreSQL, as an owner who is no superuser", missing: serverMissing },
    { where: "the embedded server, as a superuser", missing: undefined },
  ]),
)("on $where", ({ where, missing }) => {
  let server: ServerPostgres | undefined;
  const made: SmallProduct[] = [];
  beforeAll(async () => {
    if (!missing && where.startsWith("a server")) server = await startServerPostgres();
  });
  afterAll(async () => {
    for (const one of made) await one.remove();
    await server?.stop();
  });
  const product = async () => {
    const fresh = await smallProduct(
      server ? async (name) => (await server!.createDatabase(name)).owner : onEmbedded,
    );
    made.push(fresh);
    return fresh;
  };
  const running = async () => {
    const one = await product();
    await one.start();
    const client = await one.client();
    for (const table of await listTables(client))
      if (table.schema === "public" && table.name !== "nothing_yet") await fillTable(client, table, 120);
    await client.query("update alpha_children set above = (select max(id::text)::uuid from alpha_children)");
    await client.query(
      "insert into pgboss.job (name, data, output) select 'small.task', jsonb_build_object('n', n, 't', E'tab\\t\\\\'), '[1]' from generate_series(1, 50) n",
    );
    await fillFolder(one.dataDir);
    return { ...one, file: path.join(path.dirname(one.dataDir), "backup"), live: client };
  };
  const backup = ({ owner, dataDir, file }: { owner: Owner; dataDir: string; file: string }) =>
    makeBackup({ owner, dataDir, file, secret: SECRET, product: "1.0.0", now, signal });
  const restore = (
    { owner, dataDir, migrationsFolder }: SmallProduct,
    file: string,
    settle: RestoreOptions["settle"] = [],
  ) =>
    restoreBackup({
      owner,
      appRole: "plumbline_app",
      dataDir,
      secret: SECRET,
      migrationsFolder,
      file,
      settle,
      now,
      signal,
    });

  test.skipIf(missing)(
    "every row and file is restored, and the next start finds everything unchanged",
    async () => {
      const old = await running();
      await old.live.query("create table scratch as select 1 as one");
      const done = await backup(old);
      expect(done.secret).toBe(true);
      expect((await stat(old.file)).mode & 0o777).toBe(0o600);
      expect(await rm(`${old.file}.part`).catch(() => "gone")).toBe("gone");

      const fresh = await product();
      await checkBackup({ ...fresh, file: old.file, signal });
      const came = await restore(fresh, old.file);
      expect(came).toEqual({
        rows: done.rows - 1,
        tables: done.tables - 1,
        files: done.files,
        notes: ["The table public.scratch was left out because no product migration creates it."],
      });
      await fresh.start();

      const copy = await fresh.client();
      const same = await everyRow(old.live, ({ name }) => name !== "scratch");
      expect(Object.keys(same).length).toBe(came.tables);
      expect(same["public.middle"]).toHaveLength(120);
      expect(await everyRow(copy)).toEqual(same);
      expect(await everyKey(copy)).toEqual(await everyKey(old.live));
      expect(await everyFile(fresh.dataDir)).toEqual(await everyFile(old.dataDir));
      expect((await stat(path.join(fresh.dataDir, "secret"))).mode & 0o777).toBe(0o600);

      // Sequences continue after the last number; row security is in force.
      await copy.query("insert into middle (words) values ('next')");
      expect((await copy.query("select id, number, twice from middle where words = 'next'")).rows).toEqual([
        { id: 121, number: 121, twice: 8 },
      ]);
      const app = new pg.Client({ ...fresh.owner, user: "plumbline_app" });
      await app.connect();
      expect((await app.query('select 1 from "zeta parents"')).rows).toEqual([]);
      await app.end();
    },
  );

  test.skipIf(missing)("a backup of an earlier version is migrated", async () => {
    const old = await running();
    await backup(old);
    const fresh = await product();
    await fresh.upgrade();
    // After a start on the newer schema without new rows, the installation still counts as empty.
    await fresh.start();
    await rm(path.join(fresh.dataDir, "files"), { recursive: true, force: true });
    // The second migration inserts a row, so the database is not empty.
    const copy = await fresh.client();
    await copy.query('delete from "dots.and spaces"');
    const came = await restore(fresh, old.file, [
      async (client, at) =>
        `${(await client.query("select 1 from middle where later = 'added'")).rowCount} at ${at.toString()}`,
    ]);
    expect(came.notes).toEqual(["120 at 2026-11-20T09:00:00Z"]);
    await fresh.start();
    expect((await copy.query("select count(*)::int as n, min(later) as later from middle")).rows).toEqual([
      { n: 120, later: "added" },
    ]);
    expect(
      (await copy.query(`select count(*)::int as n from "dots.and spaces" where a = 'from the second'`)).rows,
    ).toEqual([{ n: 1 }]);
    expect(
      (await copy.query("select id, created_at::int as at from drizzle.__drizzle_migrations order by id"))
        .rows,
    ).toEqual([
      { id: 1, at: 1000 },
      { id: 2, at: 1001 },
    ]);
    // The older version refuses the newer one's backup.
    const newer = { owner: fresh.owner, dataDir: fresh.dataDir, file: `${old.file}-newer` };
    await backup(newer);
    const older = await product();
    const refusal =
      "The backup was made by a newer version of Plumbline (1.0.0). Upgrade this one first, then restore.";
    await expect(checkBackup({ ...older, file: newer.file, signal })).rejects.toThrow(refusal);
    await expect(restore(older, newer.file)).rejects.toThrow(refusal);
  });

  test.skipIf(missing)(
    "tasks of an earlier task queue are restored in the columns that both versions have",
    async () => {
      const old = await running();
      await old.live.query(
        "alter table pgboss.job add column given_up_since text default 'x'; alter table pgboss.job drop column source_root_id; update pgboss.version set version = version - 1",
      );
      await backup(old);
      const fresh = await product();
      await restore(fresh, old.file);
      await fresh.start();
      const copy = await fresh.client();
      const tasks = "select id, name, data, state, output, start_after from pgboss.job order by id";
      expect((await copy.query(tasks)).rows).toEqual((await old.live.query(tasks)).rows);
    },
  );

  test.skipIf(missing)("a damaged stored file is the only loss", async () => {
    const old = await running();
    const [first] = await Array.fromAsync(createDiskStore(path.join(old.dataDir, "files")).list());
    await writeFile(path.join(old.dataDir, "files", first!.key), Buffer.alloc(first!.bytes, "?"));
    const done = await backup(old);
    expect(done.damaged).toEqual([first!.key]);
    const fresh = await product();
    const came = await restore(fresh, old.file);
    expect(came.files).toBe(done.files - 1);
    expect(came.notes).toEqual([
      `These stored files were already damaged when the backup was made, so they were left out: ${first!.key}.`,
    ]);
    expect(await readFile(path.join(fresh.dataDir, "files", first!.key)).catch(() => "left out")).toBe(
      "left out",
    );
  });

  test.skipIf(missing)("rows that row security would hide stop the backup", async () => {
    const old = await running();
    await old.live.query("drop policy owner_rows on alpha_children");
    const attempt = backup(old);
    // A superuser sees everything whatever the policies say.
    if (server)
      await expect(attempt).rejects.toThrow(
        "Row security hides rows of alpha_children from the database role plumbline_owner.",
      );
    else await expect(attempt).resolves.toBeDefined();
  });
});
