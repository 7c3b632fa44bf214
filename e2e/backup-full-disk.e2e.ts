import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdir, readdir, readFile, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { databaseProcesses, ownerConnection } from "./harness/processes.ts";
import { cleanEnvironment, removeData, startProduct, tempFolder } from "./harness/product.ts";

// `npm run backup` onto a disk that fills up while the product is stopped: one clear sentence, no files left
// behind, and no database left running.

let dataDir: string;
let disk: string;

beforeAll(async () => {
  const product = await startProduct();
  ({ dataDir } = product);
  const owner = new pg.Client(ownerConnection(dataDir));
  await owner.connect();
  // 10 MB of incompressible data, so that the disk fills up midway.
  await owner.query(`create table ballast as
    select g, (select string_agg(md5(random()::text || g || i), '') from generate_series(1, 300) i) as words from generate_series(1, 1000) g`);
  await owner.end();
  await product.stop();
}, 120_000);
afterAll(() => dataDir && removeData(dataDir));

beforeEach(async ({ skip }) => {
  disk = await tempFolder("small-disk");
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=400k,mode=711", "tmpfs", disk]).status !== 0)
    skip("a small disk can't be mounted here");
});
afterEach(() => void spawnSync("umount", ["-l", disk]));

async function fill(): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(path.join(disk, "filler"), Buffer.alloc(bavail * bsize));
}

/** Runs the command to its end, with its output in a file. */
async function backup(to: string, output: string): Promise<number | null> {
  const said = openSync(output, "a");
  const child = spawn(process.execPath, ["bootstrap/main.mjs", "backup", to], {
    env: cleanEnvironment({ DATA_DIR: dataDir }),
    stdio: ["ignore", said, said],
  });
  closeSync(said);
  return new Promise((resolve) => child.once("exit", resolve));
}

it("says so where the backup's disk is full", async () => {
  const output = path.join(await tempFolder("said"), "said");
  expect(await backup(path.join(disk, "backup"), output)).toBe(1);
  expect(await readFile(output, "utf8")).toBe(
    `The backup failed: there’s no space left on the disk that holds ${disk}. Nothing was saved.\n`,
  );
  expect(await readdir(disk)).toEqual([]);
  expect(databaseProcesses(dataDir)).toEqual([]);
});

it("is made, and ends what it started, where only its words find no room", async () => {
  const log = path.join(disk, "log");
  await writeFile(log, "");
  await fill();
  const folder = await tempFolder("backup");
  expect(await backup(path.join(folder, "backup"), log)).toBe(0);
  expect(await readdir(folder)).toEqual(["backup"]);
  expect(await readFile(log, "utf8")).toBe("");
  expect(databaseProcesses(dataDir)).toEqual([]);
});

it("says so where the data's own disk is full, and leaves it as it was", async () => {
  const own = path.join(disk, "data");
  await mkdir(own);
  await fill();
  const output = path.join(await tempFolder("said"), "said");
  const before = await readdir(disk, { recursive: true });
  const child = spawn(process.execPath, ["bootstrap/main.mjs", "serve"], {
    env: cleanEnvironment({ DATA_DIR: own, PORT: "0" }),
    stdio: ["ignore", openSync(output, "a"), openSync(output, "a")],
  });
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(1);
  expect(await readFile(output, "utf8")).toBe(`The data folder ${own} can't be used: its disk is full.\n`);
  expect(await readdir(disk, { recursive: true })).toEqual(before);
});
