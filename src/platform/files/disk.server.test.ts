import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../db/ids.ts";
import { createDiskStore } from "./disk.server.ts";
import { accountOfFile, type FileStore, isFileKey } from "./file-store.ts";

let folder: string;
let store: FileStore;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-files-"));
  store = createDiskStore(path.join(folder, "files"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const listed = async () =>
  (await Array.fromAsync(store.list())).toSorted((a, b) => a.key.localeCompare(b.key));

describe("a store on disk", () => {
  it("returns what was stored, whole or as a stream", async () => {
    const account = newId();
    const bytes = Buffer.from("a picture");
    const key = await store.put(account, bytes, "webp");
    const hash = createHash("sha256").update(bytes).digest("hex");
    expect(key).toBe(`${account}/${hash.slice(0, 2)}/${hash}.webp`);
    expect(accountOfFile(key)).toBe(account);
    expect(await store.get(key)).toEqual(bytes);
    expect(await buffer(await store.stream(key))).toEqual(bytes);
    expect(await store.exists(key)).toBe(true);
  });

  it("stores the same bytes once, separately for each account", async () => {
    const [one, other] = [newId(), newId()];
    const keys = await Promise.all(
      Array.from({ length: 20 }, () => store.put(one, Buffer.from("same"), "pdf")),
    );
    expect(new Set(keys).size).toBe(1);
    const another = await store.put(other, Buffer.from("same"), "pdf");
    const expected = [keys[0]!, another]
      .map((key) => ({ key, bytes: 4 }))
      .toSorted((a, b) => a.key.localeCompare(b.key));
    expect(await listed()).toEqual(expected);
  });

  it("reports missing files", async () => {
    const key = `${newId()}/ab/ab${"0".repeat(62)}.pdf`;
    await expect(store.get(key)).rejects.toMatchObject({ code: "not_found" });
    await expect(store.stream(key)).rejects.toMatchObject({ code: "not_found" });
    expect(await store.exists(key)).toBe(false);
    expect(await listed()).toEqual([]);
  });

  it("repairs a file that was truncated by something else", async () => {
    const key = await store.put(newId(), Buffer.from("whole"), "txt");
    writeFileSync(path.join(folder, "files", key), "who");
    expect(await store.put(accountOfFile(key), Buffer.from("whole"), "txt")).toBe(key);
    expect((await store.get(key)).toString()).toBe("whole");
  });

  it("lists complete files only", async () => {
    const key = await store.put(newId(), Buffer.from("x"), "txt");
    const shelf = path.join(folder, "files", path.dirname(key));
    writeFileSync(path.join(shelf, ".half.part"), "x");
    writeFileSync(path.join(shelf, "notes.txt"), "x");
    expect(await listed()).toEqual([{ key, bytes: 1 }]);
  });
});

describe("a key", () => {
  it("never becomes a path outside", async () => {
    writeFileSync(path.join(folder, "secret.txt"), "secret");
    const piece = fc.constantFrom(
      "..",
      ".",
      "/",
      "\\",
      "secret.txt",
      newId(),
      "ab",
      "%2e%2e",
      "\0",
      "a".repeat(64),
      "files",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join("")),
          fc.array(piece).map((pieces) => pieces.join("/")),
        ),
        async (key) => {
          expect(isFileKey(key)).toBe(false);
          await expect(store.get(key)).rejects.toMatchObject({ code: "not_found" });
          await expect(store.stream(key)).rejects.toMatchObject({ code: "not_found" });
          expect(await store.exists(key)).toBe(false);
        },
      ),
    );
  });

  it("rejects an account or extension that could change the path", async () => {
    for (const account of ["..", "../x", "", "A".repeat(36), `${newId()}/..`])
      await expect(store.put(account, Buffer.from("x"), "pdf")).rejects.toMatchObject({ code: "invalid" });
    for (const extension of ["", ".pdf", "p/df", "..", "PDF", "a".repeat(11), "p\0"])
      await expect(store.put(newId(), Buffer.from("x"), extension)).rejects.toMatchObject({
        code: "invalid",
      });
  });
});

describe("a full disk", () => {
  // A separate file system of one megabyte; only root can create one.
  const isRoot = process.getuid?.() === 0 && existsSync("/bin/mount");

  it.runIf(isRoot)("reports `unavailable`, leaves no half file, and still reads", async () => {
    const small = path.join(folder, "small");
    mkdirSync(small);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", small]);
    try {
      const full = createDiskStore(small);
      const account = newId();
      const key = await full.put(account, Buffer.alloc(600_000, 1), "bin");
      await expect(full.put(account, Buffer.alloc(600_000, 2), "bin")).rejects.toMatchObject({
        code: "unavailable",
        status: 503,
      });
      expect((await full.get(key)).length).toBe(600_000);
      expect((await Array.fromAsync(full.list())).map((file) => file.key)).toEqual([key]);
      expect(
        readdirSync(small, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".part")),
      ).toEqual([]);
    } finally {
      execFileSync("umount", [small]);
    }
  });
});
