// Long because one suite tests disk and bucket alike.
import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../db/ids.ts";
import { createDiskStore } from "./disk.server.ts";
import { accountOfFile, type FileStore, isFileKey } from "./file-store.ts";
import { createS3Store } from "./s3.server.ts";
import { parseS3Address } from "./s3-address.ts";
import { type S3Service, startS3Service } from "./testing/s3-service.ts";

let folder: string;
let service: S3Service;
beforeAll(async () => void (service = await startS3Service(["shop-files", "other"])));
afterAll(() => service.stop());
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "plumbline-stores-"))));
afterEach(() => {
  service.fail(undefined);
  rmSync(folder, { recursive: true, force: true });
});

const patience = { connect: 1_000, silence: 1_000, retry: 2_000 };
// Timeouts for a server that never answers: long enough for a local one.
const shortPatience = { connect: 300, silence: 120, retry: 200 };
const s3 = (
  more: {
    patience?: typeof patience;
    pageSize?: number;
    prefix?: string;
    bucket?: string;
    secret?: string;
    id?: string;
    endpoint?: string;
  } = {},
) =>
  createS3Store(
    {
      ...parseS3Address(
        `s3://${more.bucket ?? "shop-files"}?endpoint=${more.endpoint ?? service.endpoint}&prefix=${more.prefix ?? newId()}`,
      )!,
      keys: { id: more.id ?? service.keys.id, secret: more.secret ?? service.keys.secret },
    },
    { pageSize: more.pageSize ?? 1000, patience: more.patience ?? patience },
  );

const sorted = (files: { key: string; bytes: number }[]) =>
  files.toSorted((a, b) => a.key.localeCompare(b.key));
const listed = async (store: FileStore) => sorted(await Array.fromAsync(store.list()));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const onDisk = (name: string, bytes: Uint8Array) => {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
};

describe.each([
  { where: "on disk", make: (): FileStore => createDiskStore(path.join(folder, "files")) },
  { where: "in a bucket", make: (): FileStore => s3() },
  { where: "in a bucket, four keys to a page", make: (): FileStore => s3({ pageSize: 4 }) },
])("a store $where", ({ make }) => {
  let store: FileStore;
  beforeEach(() => void (store = make()));

  it("returns what was stored, whole or as a stream, from memory or from a file", async () => {
    const account = newId();
    for (const size of [0, 1, 70_000, 3_000_000]) {
      const bytes = randomBytes(size);
      const hash = sha256(bytes);
      const key = await store.put(account, bytes, "webp");
      expect(key).toBe(`${account}/${hash.slice(0, 2)}/${hash}.webp`);
      expect(accountOfFile(key)).toBe(account);
      const file = onDisk("upload.tmp", bytes);
      expect(await store.putFile(account, file, "webp")).toBe(key);
      const other = newId();
      const second = await store.putFile(other, file, "jpg");
      expect(second).toBe(`${other}/${hash.slice(0, 2)}/${hash}.jpg`);
      for (const one of [key, second]) {
        expect((await store.get(one)).equals(bytes)).toBe(true);
        expect((await buffer(await store.stream(one))).equals(bytes)).toBe(true);
        expect(await store.exists(one)).toBe(true);
      }
    }
  });

  it("returns any part of a file, as for video playback", async () => {
    const bytes = randomBytes(300_000);
    const key = await store.put(newId(), bytes, "bin");
    for (const [first, last] of [
      [0, 1],
      [0, 299_999],
      [65_535, 65_536],
      [299_990, 299_999],
      [100_000, 250_000],
    ] as const)
      expect(
        (await buffer(await store.stream(key, { first, last }))).equals(bytes.subarray(first, last + 1)),
        `${first} to ${last}`,
      ).toBe(true);
  });

  it("stores the same bytes once, separately for each account", async () => {
    const [one, other] = [newId(), newId()];
    const file = onDisk("same", Buffer.from("same"));
    const keys = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? store.put(one, Buffer.from("same"), "pdf") : store.putFile(one, file, "pdf"),
      ),
    );
    expect(new Set(keys).size).toBe(1);
    const another = await store.put(other, Buffer.from("same"), "pdf");
    expect(await listed(store)).toEqual(sorted([keys[0]!, another].map((key) => ({ key, bytes: 4 }))));
  });

  it("lists every file", async () => {
    const account = newId();
    const made = await Promise.all(
      Array.from({ length: 13 }, (_, n) => store.put(account, Buffer.alloc(n + 1, n), "bin")),
    );
    expect(await listed(store)).toEqual(sorted(made.map((key, n) => ({ key, bytes: n + 1 }))));
  });

  it("deletes a file permanently, twice as well as once, and no other", async () => {
    const account = newId();
    const key = await store.put(account, Buffer.from("go"), "txt");
    const stays = await store.put(account, Buffer.from("stay"), "txt");
    await store.remove(key);
    await store.remove(key);
    expect(await store.exists(key)).toBe(false);
    await expect(store.get(key)).rejects.toMatchObject({ code: "not_found" });
    expect(await listed(store)).toEqual([{ key: stays, bytes: 4 }]);
    expect(await store.put(account, Buffer.from("go"), "txt")).toBe(key);
    expect((await store.get(key)).toString()).toBe("go");
  });

  it("reports missing files", async () => {
    const key = `${newId()}/ab/ab${"0".repeat(62)}.pdf`;
    await expect(store.get(key)).rejects.toMatchObject({ code: "not_found" });
    await expect(store.stream(key)).rejects.toMatchObject({ code: "not_found" });
    expect(await store.exists(key)).toBe(false);
    await store.remove(key);
    expect(await listed(store)).toEqual([]);
  });

  it("refuses a missing file, and an account or extension that could change the path", async () => {
    await expect(store.putFile(newId(), path.join(folder, "nothing"), "pdf")).rejects.toMatchObject({
      code: "ENOENT",
    });
    for (const account of ["..", "../x", "", `${newId()}/..`])
      await expect(store.put(account, Buffer.from("x"), "pdf")).rejects.toMatchObject({ code: "invalid" });
    for (const extension of ["", ".pdf", "p/df", "..", "p\0"])
      await expect(store.putFile(newId(), onDisk("x", Buffer.from("x")), extension)).rejects.toMatchObject({
        code: "invalid",
      });
    expect(await listed(store)).toEqual([]);
  });

  it("takes nothing but a key for a key", async () => {
    const stays = await store.put(newId(), Buffer.from("kept"), "txt");
    const piece = fc.constantFrom(
      "..",
      ".",
      "/",
      "\\",
      newId(),
      "ab",
      "%2e%2e",
      "\0",
      "a".repeat(64),
      "?delete",
      "#",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join("/")),
        ),
        async (key) => {
          expect(isFileKey(key)).toBe(false);
          await expect(store.get(key)).rejects.toMatchObject({ code: "not_found" });
          await store.remove(key);
          expect(await store.exists(key)).toBe(false);
        },
      ),
    );
    expect(await listed(store)).toEqual([{ key: stays, bytes: 4 }]);
  });
});

describe("a bucket", () => {
  const large = randomBytes(2_000_000);

  it("is shared by installations with different prefixes", async () => {
    const [one, two] = [s3({ prefix: "one" }), s3({ prefix: "one-and-more" })];
    const key = await one.put(newId(), Buffer.from("1"), "txt");
    expect(await two.exists(key)).toBe(false);
    await two.remove(key);
    expect(await listed(two)).toEqual([]);
    expect(await listed(one)).toEqual([{ key, bytes: 1 }]);
  });

  it("that is busy, or breaks a connection once, is retried", async () => {
    const store = s3();
    for (const fault of [{ status: 503, code: "SlowDown" }, { cutAfter: 100_000 }, { cutAfter: 0 }]) {
      let failures = 0;
      service.fail((request) => (request.method === "PUT" && failures++ === 0 ? fault : undefined));
      const bytes = randomBytes(500_000);
      const key = await store.putFile(newId(), onDisk("photo", bytes), "jpg");
      expect(failures).toBe(2);
      expect((await store.get(key)).equals(bytes)).toBe(true);
    }
  });

  it("that stays broken is `unavailable`, with a time to retry, and its content is unchanged", async () => {
    const prefix = newId();
    const store = s3({ prefix, patience: shortPatience });
    const account = newId();
    const key = await s3({ prefix }).put(account, Buffer.from("before"), "txt");
    const away = { code: "unavailable", status: 503, retryAfter: 30 };
    for (const fault of [
      { status: 503, code: "SlowDown" },
      { status: 500, code: "InternalError" },
      { cutAfter: 0 },
      "silent",
    ] as const) {
      service.fail(() => fault);
      const began = performance.now();
      await expect(store.put(account, large, "bin")).rejects.toMatchObject(away);
      await expect(store.putFile(account, onDisk("large", large), "bin")).rejects.toMatchObject(away);
      await expect(store.get(key)).rejects.toMatchObject(away);
      await expect(store.stream(key)).rejects.toMatchObject(away);
      await expect(store.exists(key)).rejects.toMatchObject(away);
      await expect(store.remove(key)).rejects.toMatchObject(away);
      await expect(listed(store)).rejects.toMatchObject(away);
      expect(performance.now() - began).toBeLessThan(
        7 * (shortPatience.retry + 2 * shortPatience.silence) + 3_000,
      );
      service.fail(undefined);
      expect(await listed(s3({ prefix }))).toEqual([{ key, bytes: 6 }]);
    }
  });

  it("that sends a whole file instead of the requested part is `unavailable`", async () => {
    const store = s3();
    const key = await store.put(newId(), Buffer.from("a video"), "bin");
    service.fail(() => "no parts");
    await expect(store.stream(key, { first: 0, last: 0 })).rejects.toMatchObject({ code: "unavailable" });
  });

  it("that dies during an upload has none of it, and accepts it when it is back", async () => {
    const store = s3({ patience: { ...patience, silence: 300, retry: 300 } });
    const account = newId();
    let died: Promise<void> | undefined;
    service.fail((request) => {
      if (request.method !== "PUT") return undefined;
      died ??= service.stop();
      return "silent";
    });
    await expect(store.putFile(account, onDisk("large", large), "bin")).rejects.toMatchObject({
      code: "unavailable",
    });
    await died;
    await expect(store.exists(`${account}/ab/ab${"0".repeat(62)}.pdf`)).rejects.toMatchObject({
      code: "unavailable",
    });
    service.fail(undefined);
    await service.start();
    expect(await listed(store)).toEqual([]);
    const key = await store.putFile(account, onDisk("large", large), "bin");
    expect((await store.get(key)).equals(large)).toBe(true);
  });

  it("whose response breaks off yields no half file", async () => {
    const store = s3();
    const key = await store.put(newId(), large, "bin");
    service.fail((request) => (request.method === "GET" ? { cutAnswer: 1_000_000 } : undefined));
    await expect(store.get(key)).rejects.toMatchObject({ code: "unavailable" });
    await expect(buffer(await store.stream(key))).rejects.toThrow();
  });

  it("is not trusted when it acknowledges a file that is not there", async () => {
    const store = s3();
    service.fail((request) => (request.method === "PUT" ? { status: 200, code: "Fine" } : undefined));
    await expect(store.put(newId(), Buffer.from("lost"), "txt")).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  it("never stores a file that changed while it was read under a key that isn't its content", async () => {
    const store = s3();
    const bytes = randomBytes(300_000);
    const changes: ((file: string) => void)[] = [
      (file) => writeFileSync(file, randomBytes(300_000)),
      (file) => truncateSync(file, 200_000),
      (file) => appendFileSync(file, "more"),
    ];
    for (const change of changes) {
      const file = onDisk("changing", bytes);
      service.fail((request) => {
        // After the first reading, before the second.
        if (request.method === "HEAD") change(file);
        return undefined;
      });
      await expect(store.putFile(newId(), file, "bin")).rejects.toThrow();
      service.fail(undefined);
      for (const { key } of await listed(store)) expect(sha256(await store.get(key))).toBe(sha256(bytes));
    }
    // A service may store what it received before the file grew: that is what its key says.
    expect((await listed(store)).length).toBeLessThanOrEqual(1);
  });
});

describe("checking a bucket before use", () => {
  it("succeeds if it works, and leaves nothing behind", async () => {
    const store = s3({ prefix: "tried" });
    expect(await store.check()).toBe(true);
    expect(service.seen.filter((line) => line.includes("tried/")).map((line) => line.split(" ")[0])).toEqual([
      "PUT",
      "DELETE",
    ]);
    expect(await listed(store)).toEqual([]);
  });

  it.each([
    {
      what: "does not exist",
      more: { bucket: "nowhere" },
      says: "The bucket nowhere of FILES_URL does not exist. Create it first, or correct the name.",
    },
    {
      what: "knows nobody of that name",
      more: { id: "NOBODY" },
      says: "refused the access keys. Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.",
    },
    {
      what: "got another secret",
      more: { secret: "wrong" },
      says: "refused the access keys. Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.",
    },
  ])("reports in one sentence that $what", async ({ more, says }) => {
    await expect(s3(more).check()).rejects.toThrow(says);
    await expect(s3(more).check()).rejects.not.toThrow(/STAND-IN|a secret/);
  });

  it("reports a read-only bucket", async () => {
    service.fail((request) => (request.method === "PUT" ? { status: 403, code: "AccessDenied" } : undefined));
    await expect(s3().check()).rejects.toThrow(
      "The access keys can’t list, write, and delete in the bucket shop-files of FILES_URL.",
    );
  });

  it("allows a start if it is away and may be back later", async () => {
    service.fail(() => ({ status: 503, code: "SlowDown" }));
    expect(await s3({ patience: shortPatience }).check()).toBe(false);
    service.fail(() => "silent");
    expect(await s3({ patience: shortPatience }).check()).toBe(false);
    expect(await s3({ endpoint: "http://127.0.0.1:1" }).check()).toBe(false);
  });
});
