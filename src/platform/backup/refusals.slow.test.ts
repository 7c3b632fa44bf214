import { execFileSync } from "node:child_process";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { cp, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { createArchive } from "./archive-writer.server.ts";
import { listTables } from "./database/catalog.server.ts";
import { makeBackup } from "./make-backup.server.ts";
import { checkBackup, restoreBackup, type RestoreOptions } from "./restore-backup.server.ts";
import {
  everyFile,
  everyRow,
  fillFolder,
  SECRET,
  type SmallProduct,
  smallProduct,
} from "./testing/small-product.ts";
import { fillTable } from "./testing/weird-rows.ts";

// Creates databases and syncs files, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const now = Temporal.Instant.from("2026-11-20T09:00:00Z");
const signal = new AbortController().signal;
const made: SmallProduct[] = [];
let old: SmallProduct;
let file: string;
let folder: string;

async function product(): Promise<SmallProduct> {
  const server = inject("databaseServer");
  const one = await smallProduct(async (name) => {
    const admin = new pg.Client({ ...server, database: "plumbline" });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    return { ...server, database: name };
  });
  made.push(one);
  return one;
}

const backup = (one: SmallProduct, to: string, during = signal) =>
  makeBackup({
    owner: one.owner,
    dataDir: one.dataDir,
    file: to,
    secret: SECRET,
    product: "1.0.0",
    now,
    signal: during,
  });
const restore = (one: SmallProduct, from: string, more: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    ...one,
    appRole: "plumbline_app",
    secret: SECRET,
    file: from,
    settle: [],
    now,
    signal,
    ...more,
  });

/**
 * Flips one bit at `at`, or at the first byte after it where that matters: about one bit in three thousand
 * doesn't, because a match may point at another place with the same bytes, and the output is unchanged.
 */
function damagedNear(whole: Buffer, at: number): Buffer {
  const bytes = Buffer.from(whole);
  bytes[at]! ^= 0x10;
  try {
    return zstdDecompressSync(bytes).equals(zstdDecompressSync(whole)) ? damagedNear(whole, at + 1) : bytes;
  } catch {
    return bytes;
  }
}

const tablesOf = async (one: SmallProduct) => (await listTables(await one.client())).length;

beforeAll(async () => {
  old = await product();
  await old.start();
  const client = await old.client();
  for (const table of await listTables(client))
    if (table.schema === "public") await fillTable(client, table, 60);
  await fillFolder(old.dataDir);
  folder = path.dirname(old.dataDir);
  file = path.join(folder, "backup");
  await backup(old, file);
});
afterAll(async () => {
  for (const one of made) await one.remove();
});

test("a damaged backup is refused before any change, wherever the damage is", async () => {
  const fresh = await product();
  const whole = await readFile(file);
  const hurt = path.join(folder, "hurt");
  const refusal = new RegExp(`^The backup ${hurt} (is|was) .*(damaged|can't read)|isn’t a Plumbline backup`);
  for (const at of [
    8,
    40,
    500,
    whole.length / 3,
    whole.length / 2,
    whole.length - 3000,
    whole.length - 100,
  ].map(Math.floor)) {
    await writeFile(hurt, damagedNear(whole, at));
    await expect(
      checkBackup({ ...fresh, file: hurt, signal }).then(
        () => `byte ${at} of ${whole.length} went unnoticed`,
      ),
    ).rejects.toThrow(refusal);
  }
  for (const length of [4, 100, whole.length >> 1, whole.length - 1000, whole.length - 4, whole.length - 1]) {
    await writeFile(hurt, whole);
    await truncate(hurt, length);
    await expect(checkBackup({ ...fresh, file: hurt, signal }), `length ${length}`).rejects.toThrow(
      `The backup ${hurt} is damaged or cut short. Nothing was restored.`,
    );
  }
  // Valid compression, changed content.
  const tar = zstdDecompressSync(whole);
  const word = tar.indexOf("plain");
  tar.write("PLAIN", word);
  await writeFile(hurt, zstdCompressSync(tar));
  await expect(checkBackup({ ...fresh, file: hurt, signal })).rejects.toThrow(
    `The backup ${hurt} is damaged or cut short.`,
  );
  await expect(restore(fresh, hurt)).rejects.toThrow(`The backup ${hurt} is damaged or cut short.`);
  expect(await tablesOf(fresh)).toBe(0);
  expect(await everyFile(fresh.dataDir)).toEqual({});
});

test("files that are no backup, or of another version, are distinguished", async () => {
  const fresh = await product();
  const other = path.join(folder, "other");
  await writeFile(other, "PGDMP and so on");
  await expect(checkBackup({ ...fresh, file: other, signal })).rejects.toThrow(
    `${other} isn’t a Plumbline backup.`,
  );
  await expect(checkBackup({ ...fresh, file: folder, signal })).rejects.toThrow(
    `${folder} isn’t a Plumbline backup.`,
  );
  await expect(checkBackup({ ...fresh, file: `${other}-none`, signal })).rejects.toThrow(
    `There’s no file ${other}-none.`,
  );
  await writeFile(other, zstdCompressSync(Buffer.from("not a tar")));
  await expect(checkBackup({ ...fresh, file: other, signal })).rejects.toThrow(/damaged|not a backup/);

  await rm(other);
  const archive = await createArchive(other, signal);
  await archive.add("plumbline.json", Buffer.from('{"format":2,"new":"things"}'));
  await archive.finish({ files: { count: 0, bytes: 0, damaged: [] }, outbox: { count: 0, bytes: 0 } });
  await expect(checkBackup({ ...fresh, file: other, signal })).rejects.toThrow(
    "was made by a version of Plumbline whose backups this one can't read.",
  );

  const changed = path.join(fresh.migrationsFolder, "0000_small.sql");
  await writeFile(changed, `${await readFile(changed, "utf8")}\n-- another history`);
  await expect(checkBackup({ ...fresh, file, signal })).rejects.toThrow(
    "whose history this one does not share",
  );
});

test("names that would leave the data folder are refused", async () => {
  const fresh = await product();
  const evil = path.join(folder, "evil");
  for (const name of [
    "outbox/../../evil.txt",
    "files/../secret",
    "outbox/.hidden",
    "/etc/passwd",
    "outbox//x",
  ]) {
    await rm(evil, { force: true });
    const archive = await createArchive(evil, signal);
    const tar = zstdDecompressSync(await readFile(file));
    await archive.add(
      "plumbline.json",
      tar.subarray(512, 512 + Number.parseInt(tar.toString("latin1", 124, 135), 8)),
    );
    await archive.add(name, Buffer.from("x"));
    await archive.finish({ files: { count: 0, bytes: 0, damaged: [] }, outbox: { count: 0, bytes: 0 } });
    await expect(checkBackup({ ...fresh, file: evil, signal }), name).rejects.toThrow("damaged");
  }
});

test("a restore goes into an empty installation only", async () => {
  const before = await everyRow(await old.client());
  await rm(path.join(folder, "elsewhere"), { recursive: true, force: true });
  await expect(restore(old, file, { dataDir: path.join(folder, "elsewhere") })).rejects.toThrow(
    "The database holds rows already (in alpha_children).",
  );
  expect(await everyRow(await old.client())).toEqual(before);

  const shared = await product();
  const client = await shared.client();
  await client.query("create table somebody_elses (id int)");
  await expect(restore(shared, file)).rejects.toThrow(
    "The database holds tables that this version of the product did not make.",
  );
  expect((await client.query("select to_regclass('somebody_elses') is not null as there")).rows).toEqual([
    { there: true },
  ]);

  const used = await product();
  await mkdir(path.join(used.dataDir, "outbox", "mail"), { recursive: true });
  await writeFile(path.join(used.dataDir, "outbox", "mail", "1.eml"), "mail");
  await expect(restore(used, file)).rejects.toThrow(
    `${path.join(used.dataDir, "outbox")} already has files.`,
  );
  expect(await tablesOf(used)).toBe(0);
});

test("a restore waits for no one: while the product runs or starts on the database, it is refused", async () => {
  const fresh = await product();
  await fresh.start();
  const serving = new pg.Client({ ...fresh.owner, user: "plumbline_app" });
  await serving.connect();
  await expect(restore(fresh, file)).rejects.toThrow(
    "The product is running on this database. Stop it first, then restore.",
  );
  await serving.end();
  const starting = await fresh.client();
  await starting.query("select pg_advisory_lock(7206931177)");
  await expect(restore(fresh, file)).rejects.toThrow(
    "The product is starting on this database. Stop it first, then restore.",
  );
  await starting.query("select pg_advisory_unlock_all()");
  const reading = await fresh.client();
  await reading.query("begin; select * from middle");
  await expect(restore(fresh, file)).rejects.toThrow("something else is using the database's tables.");
  await reading.query("rollback");
  expect((await restore(fresh, file)).files).toBeGreaterThan(40);
});

test("interrupted at any time, a restore leaves nothing, and the next one succeeds", async () => {
  const fresh = await product();
  await writeFile(path.join(fresh.dataDir, "secret"), "made by the first start, never used\n");
  for (const after of [0, 20, 60, 120, 200]) {
    const stopping = new AbortController();
    const attempt = restore(fresh, file, {
      signal: stopping.signal,
      settle: [() => sleep(5_000, undefined, { signal: stopping.signal }).then(() => undefined)],
    });
    setTimeout(() => stopping.abort(), after);
    await expect(attempt).rejects.toThrow("The restore was interrupted. Nothing was saved.");
    expect(await everyFile(fresh.dataDir)).toEqual({ secret: expect.any(String) });
    expect(await tablesOf(fresh)).toBe(0);
  }
  // After the files were moved, before the rows committed: the state after a power cut at the worst moment.
  await cp(path.join(old.dataDir, "files"), path.join(fresh.dataDir, "files"), { recursive: true });
  await writeFile(path.join(fresh.dataDir, "files", "stray"), "of the one cut short");
  await mkdir(path.join(fresh.dataDir, "restoring"));
  await restore(fresh, file, { secret: "made by the first start, never used" });
  expect(await everyFile(fresh.dataDir)).toEqual(await everyFile(old.dataDir));
  expect(await readdir(fresh.dataDir)).not.toContain("restoring");
});

test("a restore warns if the installation will sign with another secret, and does not replace a site.json", async () => {
  const fresh = await product();
  await writeFile(path.join(fresh.dataDir, "site.json"), "{}");
  const { notes } = await restore(fresh, file, { secret: "from the environment, and another one" });
  expect(notes).toEqual([
    `${path.join(fresh.dataDir, "site.json")} already existed and was left alone. The backup has a different one.`,
    expect.stringContaining("SECRET isn’t the one"),
  ]);
});

test("a backup never replaces a file, and reports where it can't write", async () => {
  await expect(backup(old, file)).rejects.toThrow(
    `${file} already exists. A backup never replaces a file, so choose another name.`,
  );
  await symlink("nowhere", path.join(folder, "link"));
  await expect(backup(old, path.join(folder, "link"))).rejects.toThrow("already exists");
  await expect(backup(old, path.join(folder, "no", "such"))).rejects.toThrow(
    `There’s no folder ${path.join(folder, "no")} to put the backup in.`,
  );
  await writeFile(path.join(folder, "busy.part"), "");
  await expect(backup(old, path.join(folder, "busy"))).rejects.toThrow(
    `${path.join(folder, "busy.part")} exists: another backup is running, or one was cut short.`,
  );
  await expect(backup(old, path.join(old.dataDir, "outbox", "backup"))).rejects.toThrow(
    `A backup can’t be saved in ${path.join(old.dataDir, "outbox")}`,
  );
  await expect(backup(await product(), path.join(folder, "empty"))).rejects.toThrow(
    "There’s nothing to back up. The product hasn’t been started on this database yet.",
  );
  const away = { ...old, owner: { ...old.owner, database: "not_there" } };
  await expect(backup(away, path.join(folder, "away"))).rejects.toThrow(
    'The backup failed: database "not_there" does not exist. Nothing was saved.',
  );
  expect((await readdir(folder)).filter((name) => /away|empty|such/.test(name))).toEqual([]);
});

test("an interrupted backup, and one that fills the disk, leave nothing", async () => {
  const stopping = new AbortController();
  const attempt = backup(old, path.join(folder, "stopped"), stopping.signal);
  setTimeout(() => stopping.abort(), 15);
  await expect(attempt).rejects.toThrow("The backup was interrupted. Nothing was saved.");
  expect((await readdir(folder)).filter((name) => name.startsWith("stopped"))).toEqual([]);

  const small = path.join(folder, "small-disk");
  await mkdir(small);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", small], { stdio: "ignore" });
  } catch {
    return; // requires root
  }
  try {
    await expect(backup(old, path.join(small, "backup"))).rejects.toThrow(
      `The backup failed: there’s no space left on the disk that holds ${small}. Nothing was saved.`,
    );
    expect(await readdir(small)).toEqual([]);
  } finally {
    execFileSync("umount", [small]);
  }
});

test("a database that goes away ends a backup with one sentence", async () => {
  const slow = path.join(folder, "slow");
  const killer = await old.client();
  const kill = async () =>
    (
      await killer.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plumbline backup' and datname = current_database()",
      )
    ).rowCount;
  const killBackup = async () => {
    while (!(await kill())) await sleep(2);
  };
  // The backup may fail while the kill is still being answered, so the failure is expected beforehand.
  await Promise.all([
    expect(backup(old, slow)).rejects.toThrow(
      "The backup failed: the database went away. Nothing was saved.",
    ),
    killBackup(),
  ]);
  expect((await readdir(folder)).filter((name) => name.startsWith("slow"))).toEqual([]);
});
