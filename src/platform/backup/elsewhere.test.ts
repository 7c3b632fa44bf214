import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "../db/ids.ts";
import { createDiskStore } from "../files/disk.server.ts";
import { type FileStore, fileKey } from "../files/file-store.ts";
import { openStaging } from "./data-folder.server.ts";

// A restore into a store outside DATA_DIR: its files are removed again if it is discarded, and no others.

let folder: string;
let dataDir: string;
let store: FileStore;
const account = newId();
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-elsewhere-"));
  dataDir = path.join(folder, "data");
  await mkdir(dataDir);
  store = createDiskStore(path.join(folder, "bucket"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = (text: string) => fileKey(account, createHash("sha256").update(text).digest("hex"), "pdf");
const body = (text: string) =>
  (async function* pieces() {
    for (const piece of [text.slice(0, 2), text.slice(2)]) yield Buffer.from(piece);
  })();
const stored = async () => (await Array.fromAsync(store.list())).map(({ key }) => key).toSorted();

test("files are stored one by one, and stay when the restore commits", async () => {
  const staging = await openStaging(dataDir, store);
  expect(await staging.putFile(keyOf("guide"), body("guide"))).toBe(true);
  expect(await staging.putFile(keyOf("photo"), body("photo"))).toBe(true);
  expect(await stored()).toEqual([keyOf("guide"), keyOf("photo")].toSorted());
  expect(await staging.place()).toEqual([]);
  await staging.keep();
  expect((await store.get(keyOf("guide"))).toString()).toBe("guide");
  expect(await readdir(dataDir)).toEqual([]);
});

test("files that don't match their keys are skipped", async () => {
  const staging = await openStaging(dataDir, store);
  expect(await staging.putFile(keyOf("guide"), body("damaged"))).toBe(false);
  expect(await staging.putFile(keyOf("guide"), body("guide"))).toBe(true);
  expect(await stored()).toEqual([keyOf("guide")]);
});

test("a failed restore removes its files and no earlier ones", async () => {
  await store.put(account, Buffer.from("mine"), "pdf");
  const staging = await openStaging(dataDir, store);
  await staging.putFile(keyOf("mine"), body("mine"));
  await staging.putFile(keyOf("guide"), body("guide"));
  await staging.discard();
  expect(await stored()).toEqual([keyOf("mine")]);
});

test("so does the next restore after an interrupted one", async () => {
  const cut = await openStaging(dataDir, store);
  await cut.putFile(keyOf("guide"), body("guide"));
  const staging = await openStaging(dataDir, store);
  expect(await stored()).toEqual([]);
  await staging.putFile(keyOf("photo"), body("photo"));
  expect(await stored()).toEqual([keyOf("photo")]);
});
