import { rm } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { hasSidePaths } from "#platform/testing/long-form.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./harness/browser.ts";
import { buildOfflinePage, KillableBrowser } from "./harness/offline-browser.ts";
import { type OfflineServer, startOfflineServer, type Way } from "./harness/offline-server.ts";
import { proveOffline } from "./prove/offline.ts";

// What a browser stores for someone without a signal: the real store in a real browser, with a server whose
// connection fails on purpose. The long form is e2e/prove/offline.prove.ts.

const RECORD = "0198c0de-0000-7000-8000-000000000001";
let script: string;
let browser: Browser;

beforeAll(async () => {
  [script, browser] = await Promise.all([buildOfflinePage(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  if (script) await rm(path.dirname(script), { recursive: true, force: true });
});

/** Tabs of a new browser with a new server. */
async function scene<T>(
  work: (server: OfflineServer, open: () => Promise<Page>, another: () => Promise<Page>) => Promise<T>,
): Promise<T> {
  const server = await startOfflineServer(script);
  const contexts = [await browser.newContext()];
  const openIn = async (context: (typeof contexts)[number]) => {
    const page = await context.newPage();
    await page.goto(server.origin);
    return page;
  };
  try {
    return await work(
      server,
      () => openIn(contexts[0]!),
      async () => {
        contexts.push(await browser.newContext());
        return await openIn(contexts.at(-1)!);
      },
    );
  } finally {
    for (const one of contexts) await one.close();
    await server.close();
  }
}

const stateOf = (page: Page) => page.evaluate(() => globalThis.page.state());
const write = (page: Page, text: string, sizes: number[] = [], record = RECORD) =>
  page.evaluate(([id, words, some]) => globalThis.page.write(id, { text: words }, some), [
    record,
    text,
    sizes,
  ] as const);
async function allHeld(page: Page): Promise<void> {
  await expect.poll(async () => (await stateOf(page)).state).toBe("all held");
}
const syncNow = (page: Page) => page.evaluate(() => globalThis.page.syncNow());

test("a browser killed in the middle of saves has all it acknowledged, and nothing in part", async () => {
  const seed = Number(process.env["OFFLINE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  const result = await proveOffline({ script, kills: 8, seed, least: 9 });
  console.log(`offline: seed ${seed}`, { ...result, violations: result.violations.length });
  expect(result.violations).toEqual([]);
  expect(Math.min(result.acknowledged, result.photos)).toBeGreaterThan(8);
});

describe("a way that is bad", () => {
  test.each<Way>(["gone", "deaf", "hangs", "ill", "portal", "portal-json", "signed-out"])(
    "%s: nothing is lost, and nothing counts twice",
    (way) =>
      scene(async (server, open) => {
        const page = await open();
        server.way = way;
        await write(page, "first", [20_000]);
        await write(page, "second");
        await expect
          .poll(async () => await stateOf(page))
          .toMatchObject({
            state: way === "signed-out" ? "signed out" : way === "ill" ? "sending" : "offline",
            waiting: 3,
            held: 0,
            isSafe: false,
          });
        const here = await page.evaluate(() => globalThis.page.look());
        expect(here.commands).toHaveLength(2);
        expect(here.bytes).toHaveLength(1);
        if (way === "signed-out")
          expect((await stateOf(page)).words).toBe("Logged out. Log in to send 3 changes and photos.");
        server.way = "fine";
        await syncNow(page);
        await allHeld(page);
        expect((await stateOf(page)).words).toBe("All sent, 3 of 3.");
        expect(server.commands.size).toBe(2);
        expect(server.files.size).toBe(1);
        expect((await page.evaluate(() => globalThis.page.look())).bytes).toEqual([]);
        expect(await page.evaluate(() => globalThis.page.shown())).toMatchObject({
          [RECORD]: { text: "second" },
        });
      }),
  );
});

test("who may have more or fewer records gets them, and loses them only when all others came again", () =>
  scene(async (server, open, another) => {
    const idOf = (at: number) => `0198c0de-0000-7000-8000-0000000001${String(at).padStart(2, "0")}`;
    const writer = await open();
    for (let at = 0; at < 60; at++) await write(writer, `note ${at}`, [], idOf(at));
    await allHeld(writer);
    await writer.close();
    for (const at of [0, 7, 59]) server.hides.add(idOf(at));
    server.sees = "shared";
    const page = await another();
    const shown = async () => Object.keys(await page.evaluate(() => globalThis.page.shown())).length;
    const told = () => syncNow(page).then(shown);
    await expect.poll(shown).toBe(57);
    // More: what is older than all that this device has.
    const hidden = [...server.hides];
    server.hides.clear();
    server.sees = "all";
    await expect.poll(told).toBe(60);
    await write(page, "changed offline", [], idOf(8));
    await allHeld(page);
    // Fewer, and the signal goes after the first of two pages.
    for (const id of hidden) server.hides.add(id);
    server.sees = "shared";
    server.pagesLeft = 2;
    await expect.poll(() => syncNow(page).then(() => server.way)).toBe("gone");
    const link = () => page.evaluate(() => globalThis.page.store.tables.loadSetting("link", "unknown"));
    await expect.poll(link).toBe("unreached");
    expect(await shown()).toBe(60);
    server.way = "fine";
    await expect.poll(told).toBe(57);
    expect(await page.evaluate(() => globalThis.page.shown())).toMatchObject({
      [idOf(8)]: { text: "changed offline" },
    });
  }));

test("two tabs send each command once, one after another, and show what the other wrote", () =>
  scene(async (server, open) => {
    const [one, other] = [await open(), await open()];
    await Promise.all(
      [one, other].map((page, at) =>
        page.evaluate(async (number) => {
          for (let index = 0; index < 15; index++)
            await globalThis.page.write(`0198c0de-0000-7000-8000-00000000000${number}`, {
              text: `${number} ${index}`,
            });
        }, at),
      ),
    );
    await allHeld(other);
    expect(server.commands.size).toBe(30);
    expect([...server.sent.values()].every((times) => times === 1)).toBe(true);
    expect(server.together).toBe(1);
    expect(server.streams.size).toBe(1);
    expect(await one.evaluate(() => globalThis.page.shown())).toEqual(
      await other.evaluate(() => globalThis.page.shown()),
    );
    // The sending tab is closed; the other one takes over.
    await one.close();
    await write(other, "after", [5_000]);
    await allHeld(other);
    expect(server.files.size).toBe(1);
    // Signing out removes everything, but never unsent work.
    server.way = "gone";
    await write(other, "waits");
    expect(await other.evaluate(() => globalThis.page.forget())).toBe(false);
    server.way = "fine";
    await syncNow(other);
    await allHeld(other);
    expect(await other.evaluate(() => globalThis.page.forget())).toBe(true);
    expect(await other.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual(
      [],
    );
  }));

test("a command that the server can't take, or refuses, holds up nobody", () =>
  scene(async (server, open) => {
    const page = await open();
    server.way = "gone";
    server.poison.add("poison");
    server.refuses.add("refused");
    for (const text of ["a", "b", "poison", "c", "refused", "d", "e"])
      await write(page, text, text === "c" ? [9_000, 7_777, 9_001] : []);
    server.refusedSize = 7_777;
    server.way = "fine";
    await syncNow(page);
    await expect
      .poll(async () => await stateOf(page))
      .toMatchObject({ waiting: 1, refused: 2, made: 10, held: 7, state: "needs you" });
    const here = await page.evaluate(() => globalThis.page.look());
    expect(here.commands.map(({ sets, state, refusal }) => [sets["text"], state, refusal?.why])).toEqual([
      ["poison", "waiting", undefined],
      ["refused", "refused", "You may not write this note."],
    ]);
    // Later commands aren't blocked, and the poisoned one goes once the fault is fixed.
    await write(page, "f");
    await expect.poll(() => [...server.commands.values()].map(({ sets }) => sets["text"])).toContain("f");
    // The screen shows the problem and what to do. A refused photo stays on the device.
    expect((await page.evaluate(() => globalThis.page.look())).bytes.map(({ size }) => size)).toEqual([
      7_777,
    ]);
    expect(await page.locator("summary").textContent()).toMatch(/2 were rejected\.$/);
    expect(await page.getByRole("link", { name: "See why" }).getAttribute("href")).toBe(
      "/account/jobs/refused",
    );
    server.refusedSize = -1;
    server.poison.clear();
    server.refuses.clear();
    const tryAgain = () =>
      page.evaluate(async () => {
        const { store } = globalThis.page;
        for (const { id } of await store.tables.outbox.where({ state: "refused" }).toArray())
          await store.tryAgain(id);
        for (const { sha256 } of await store.tables.blobs.where({ state: "refused" }).toArray())
          await store.tryAgain(sha256);
      });
    await tryAgain();
    await allHeld(page);
    expect(server.commands.size).toBe(8);
  }));

test("a photo that the server will never take is put away: all else is held, and it stays on the device and in every export", () =>
  scene(async (server, open) => {
    const page = await open();
    server.refusedSize = 7_777;
    await write(page, "two photos", [7_777, 9_000]);
    await expect
      .poll(() => stateOf(page))
      .toMatchObject({ state: "needs you", refused: 1, held: 2, made: 3 });
    await page.evaluate(async () => {
      const { store } = globalThis.page;
      const [photo] = await store.tables.blobs.where({ state: "refused" }).toArray();
      await store.putAway(photo!.sha256);
    });
    await expect
      .poll(() => stateOf(page))
      .toMatchObject({ state: "all held", held: 2, made: 2, isSafe: true });
    await page.reload();
    await syncNow(page);
    await expect.poll(() => stateOf(page)).toMatchObject({ state: "all held", held: 2, made: 2 });
    expect((await page.evaluate(() => globalThis.page.look())).bytes.map(({ size }) => size)).toEqual([
      7_777,
    ]);
    expect((await page.evaluate(() => globalThis.page.keep("plumb line 7"))).kept).toEqual({
      commands: 0,
      originals: 1,
    });
    // Signing out keeps it too, because it exists nowhere else.
    expect(await page.evaluate(() => globalThis.page.forget())).toBe(false);
  }));

test("what was refused is removed for good by its author alone: then all is held, and nothing of it is left", () =>
  scene(async (server, open) => {
    const page = await open();
    server.refusedSize = 7_777;
    server.refuses.add("refused");
    await write(page, "two photos", [7_777, 9_000]);
    await write(page, "refused");
    await expect
      .poll(() => stateOf(page), { timeout: 15_000 })
      .toMatchObject({ state: "needs you", refused: 2, held: 2, made: 4 });
    await page.evaluate(async () => {
      const { store } = globalThis.page;
      const ids = [
        ...(await store.tables.outbox.toArray()).map(({ id }) => id),
        ...(await store.tables.blobs.toArray()).map(({ sha256 }) => sha256),
      ];
      for (const id of ids) await globalThis.page.discard(id);
    });
    await expect
      .poll(() => stateOf(page))
      .toMatchObject({ state: "all held", held: 2, made: 2, isSafe: true });
    await page.reload();
    const here = await page.evaluate(() => globalThis.page.look());
    expect([here.commands, here.bytes]).toEqual([[], []]);
    expect((await page.evaluate(() => globalThis.page.keep("plumb line 7"))).kept).toEqual({
      commands: 0,
      originals: 0,
    });
    // The server's copy isn't removed.
    expect(server.files.size).toBe(1);
    expect(await page.evaluate(() => globalThis.page.forget())).toBe(true);
  }));

test("photos for which the server has no room wait on the device, and go when there is room", () =>
  scene(async (server, open) => {
    const page = await open();
    server.isFull = true;
    await write(page, "two photos", [7_777, 9_000]);
    await expect
      .poll(() => stateOf(page), { timeout: 15_000 })
      .toMatchObject({
        state: "sending",
        waiting: 2,
        refused: 0,
        isSafe: false,
        noRoom: "Your business has used its 50 GB.",
      });
    expect(server.commands.size).toBe(1);
    expect(await page.locator("summary").textContent()).toMatch(
      /2 photos are waiting on this device for server space\.$/,
    );
    await page.getByRole("link", { name: "See why" }).waitFor();
    server.isFull = false;
    await syncNow(page);
    await allHeld(page);
    expect(server.files.size).toBe(2);
    expect(await stateOf(page)).toMatchObject({ noRoom: "" });
    await expect.poll(() => page.getByRole("link", { name: "See why" }).count()).toBe(0);
  }));

const LARGEST_READ = 4 * 1024 * 1024;
/** Just too large to be read into memory. */
const VIDEO = 34_000_000;
const PIECES = Math.ceil(VIDEO / LARGEST_READ);

test.runIf(hasSidePaths)(
  "a video is kept, exported, read back and sent piece by piece, and never in memory as a whole",
  () =>
    scene(async (server, open, another) => {
      const page = await open();
      server.way = "gone";
      const { sha256, read } = await page.evaluate(([id, size]) => globalThis.page.writeVideo(id, size), [
        RECORD,
        VIDEO,
      ] as const);
      expect(read).toBeLessThanOrEqual(LARGEST_READ);
      expect(await page.evaluate((hash) => globalThis.page.hashOf(hash), sha256)).toBe(sha256);
      const here = await page.evaluate(() => globalThis.page.look());
      expect(here.blobs).toEqual([{ sha256, state: "waiting", size: VIDEO }]);
      expect([here.commands.length, here.bytes.length, here.pieces.length]).toEqual([1, 0, PIECES]);
      // Choosing it again doesn't duplicate it.
      await page.evaluate(([id, size]) => globalThis.page.writeVideo(id, size), [RECORD, VIDEO] as const);
      expect((await page.evaluate(() => globalThis.page.look())).pieces).toHaveLength(PIECES);
      const { file } = await page.evaluate(() => globalThis.page.keep("plumb line 7"));
      const fresh = await another();
      const back = await fresh.evaluate(([text, words]) => globalThis.page.importUnsent(text, words), [
        file,
        "plumb line 7",
      ] as const);
      expect(back).toEqual({ commands: 2, originals: 1 });
      expect(await fresh.evaluate((hash) => globalThis.page.hashOf(hash), sha256)).toBe(sha256);
      // Its second copy is as large, and restores it.
      await fresh.goto(`${server.origin}/page.js`);
      await forgetDatabases(fresh);
      await fresh.goto(server.origin);
      await expect.poll(() => fresh.evaluate((hash) => globalThis.page.hashOf(hash), sha256)).toBe(sha256);
      server.way = "fine";
      await syncNow(page);
      await expect.poll(async () => (await stateOf(page)).state, { timeout: 120_000 }).toBe("all held");
      expect(server.files.get(sha256)?.length).toBe(VIDEO);
      const after = await page.evaluate(() => globalThis.page.look());
      expect([after.bytes.length, after.pieces.length]).toEqual([0, 0]);
    }),
  180_000,
);

test(
  "of a video whose save was cut off nothing is left, in part either",
  () =>
    scene(async (server, open) => {
      const page = await open();
      server.way = "gone";
      // Interrupted while its pieces are written: the tab disappears midway.
      void page
        .evaluate(([id, size]) => globalThis.page.writeVideo(id, size), [RECORD, VIDEO] as const)
        .catch(() => undefined);
      await expect
        .poll(async () => (await page.evaluate(() => globalThis.page.look())).pieces.length, { interval: 5 })
        .toBeGreaterThan(0);
      await page.goto(`${server.origin}/page.js`);
      await page.goto(server.origin);
      await expect
        .poll(async () => {
          const { commands, blobs, pieces } = await page.evaluate(() => globalThis.page.look());
          return [commands.length, blobs.length, pieces.length];
        })
        .toEqual([0, 0, 0]);
      expect(await filesOf(page)).toEqual([]);
    }),
  90_000,
);

test("two devices that wrote without seeing each other show the same, and both values are kept", () =>
  scene(async (server, open, another) => {
    const [phone, laptop] = [await open(), await another()];
    await write(phone, "Deck");
    await expect
      .poll(() => laptop.evaluate(() => globalThis.page.shown()))
      .toMatchObject({ [RECORD]: { text: "Deck" } });
    server.way = "gone";
    await write(phone, "Back deck");
    await write(laptop, "Cedar deck");
    server.way = "fine";
    await Promise.all([phone, laptop].map(syncNow));
    await Promise.all([phone, laptop].map(allHeld));
    await expect
      .poll(async () => await phone.evaluate(() => globalThis.page.shown()))
      .toMatchObject({ [RECORD]: { text: "Cedar deck" } });
    await expect
      .poll(async () => await laptop.evaluate(() => globalThis.page.shown()))
      .toMatchObject({ [RECORD]: { text: "Cedar deck" } });
    expect(server.records.get(RECORD)!.fields["text"]!.values.map(({ value }) => value)).toEqual([
      "Cedar deck",
      "Back deck",
    ]);
  }));

test("a file of what was not sent is read back in another browser, once, with the right passphrase only", () =>
  scene(async (server, open, another) => {
    const page = await open();
    server.way = "gone";
    await write(page, "first", [2_500_000, 30_000]);
    await write(page, "second");
    const { file, kept } = await page.evaluate(() => globalThis.page.keep("plumb line 7"));
    expect(kept).toEqual({ commands: 2, originals: 2 });
    const fresh = await another();
    const read = (text: string, passphrase: string) =>
      fresh.evaluate(([a, b]) => globalThis.page.importUnsent(a, b), [text, passphrase] as const);
    expect(await read(file, "plumb line 8")).toBe("This passphrase doesn’t open the file.");
    expect(await read(Buffer.from("a photo").toString("base64"), "plumb line 7")).toMatch(
      /^That’s not a file of unsent work/,
    );
    const bytes = Buffer.from(file, "base64");
    const cut = bytes.subarray(0, bytes.length - 200).toString("base64");
    expect(await read(cut, "plumb line 7")).toMatch(/damaged/);
    const turned = Buffer.from(bytes);
    turned[40]! ^= 1;
    expect(await read(turned.toString("base64"), "plumb line 7")).toMatch(/damaged/);
    expect(await read(file, "plumb line 7")).toEqual({ commands: 2, originals: 2 });
    expect(await read(file, "plumb line 7")).toEqual({ commands: 2, originals: 2 });
    const here = await fresh.evaluate(() => globalThis.page.look());
    expect(here.commands).toHaveLength(2);
    expect(here.bytes.map((one) => one.is === one.sha256)).toEqual([true, true]);
    server.way = "fine";
    await syncNow(fresh);
    await allHeld(fresh);
    // The first browser sends its own copy too; the server has each once.
    await syncNow(page);
    await allHeld(page);
    expect([server.commands.size, server.files.size]).toEqual([2, 2]);
  }));

test("a device that is full says so, keeps nothing in part, and goes on when there is room", async () => {
  const server = await startOfflineServer(script);
  // On a disk profile: the quota doesn't apply to an in-memory one.
  const own = await KillableBrowser.create();
  try {
    // Before the store is first opened, because the browser then caches the free space for a while.
    const page = await own.open(`${server.origin}/page.js`);
    const session = await page.context().newCDPSession(page);
    await session.send("Storage.overrideQuotaForOrigin", { origin: server.origin, quotaSize: 1_000_000 });
    await page.goto(server.origin);
    server.way = "gone";
    await write(page, "kept", [10_000]);
    expect(await page.evaluate(() => globalThis.page.writeFails(3_000_000))).toMatch(
      /^full: Not saved: this device is full\./,
    );
    expect(await stateOf(page)).toMatchObject({ space: "full", made: 2 });
    await page.getByText(/^This device is full\./).waitFor();
    const here = await page.evaluate(() => globalThis.page.look());
    expect(here.commands).toHaveLength(1);
    expect(here.blobs).toHaveLength(1);
    await session.send("Storage.overrideQuotaForOrigin", { origin: server.origin });
    await write(page, "after", [3_000_000]);
    server.way = "fine";
    await syncNow(page);
    await allHeld(page);
    expect(await stateOf(page)).toMatchObject({ space: "enough", held: 4 });
  } finally {
    await own.remove();
    await server.close();
  }
});

/** Names of this site's files outside its databases. */
const filesOf = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    const root = await navigator.storage.getDirectory();
    for await (const folder of root.values())
      if (folder instanceof FileSystemDirectoryHandle)
        for await (const file of folder.values())
          if (file instanceof FileSystemFileHandle && (await file.getFile()).size) names.push(file.name);
    return names.toSorted();
  });

/** Deletes all databases of this site, on a page without open ones. @returns how many there were */
const forgetDatabases = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases();
    for (const { name } of all)
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name!);
        request.addEventListener("success", resolve);
        for (const trouble of ["error", "blocked"]) request.addEventListener(trouble, reject);
      });
    return all.length;
  });

/**
 * The state after a browser was killed while saving: files of unsent work are empty or missing, and one other
 * file is incomplete.
 */
const cutOff = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    for await (const folder of root.values()) {
      if (!(folder instanceof FileSystemDirectoryHandle)) continue;
      for (const [at, name] of (await Array.fromAsync(folder.keys())).entries()) {
        await folder.removeEntry(name);
        if (at % 2) await folder.getFileHandle(name, { create: true });
      }
      const half = new TextEncoder().encode("half");
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", half)).toHex();
      const described = JSON.stringify({
        kind: "jobs.note",
        record: "nobody",
        job: null,
        type: "image/jpeg",
      });
      for (const [name, content] of [
        [`o-${hash}`, new Blob([`${described}\n`, half])],
        ["b-01900000-0000-7000-8000-0000000000ff", JSON.stringify([hash])],
      ] as const) {
        const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await stream.write(content);
        await stream.close();
      }
    }
  });

test("a browser that deletes its database has what waits from its second copy, photos of commands that were sent already among it", () =>
  scene(async (server, open) => {
    const page = await open();
    await page.route("**/account/media/**", (route) => route.abort());
    await write(page, "first", [10_000, 20_000]);
    await expect.poll(() => server.commands.size).toBe(1);
    server.way = "gone";
    await write(page, "second", [5_000]);
    const copied = await filesOf(page);
    expect(copied.map((name) => name.slice(0, 2))).toEqual(["c-", "o-", "o-", "o-"]);
    // A page without an open store.
    await page.goto(`${server.origin}/page.js`);
    await cutOff(page);
    await page.goto(server.origin);
    await expect.poll(() => filesOf(page)).toEqual(copied);
    await page.goto(`${server.origin}/page.js`);
    expect(await forgetDatabases(page)).toBeGreaterThan(0);
    expect([server.commands.size, server.files.size]).toEqual([1, 0]);
    await page.goto(server.origin);
    await expect.poll(async () => (await page.evaluate(() => globalThis.page.look())).blobs.length).toBe(3);
    const here = await page.evaluate(() => globalThis.page.look());
    expect(here.commands).toHaveLength(1);
    expect(here.bytes.every(({ is, sha256 }) => is === sha256)).toBe(true);
    await page.unroute("**/account/media/**");
    server.way = "fine";
    await syncNow(page);
    await allHeld(page);
    expect([server.commands.size, server.files.size]).toEqual([2, 3]);
    // What the server has is removed from the second copy too.
    await page.goto(`${server.origin}/page.js`);
    await expect.poll(() => filesOf(page)).toEqual([]);
  }));

/** Completes the second copies that a test delays. */
const releaseCopies = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { releaseCopies: () => void }).releaseCopies());

test("what is sent while its second copy is still being written leaves no copy, and is counted once", () =>
  scene(async (server, open) => {
    const page = await open();
    await write(page, "before");
    await allHeld(page);
    await page.evaluate(() => {
      const { createWritable } = FileSystemFileHandle.prototype;
      const released = new Promise<void>((resolve) => Object.assign(globalThis, { releaseCopies: resolve }));
      FileSystemFileHandle.prototype.createWritable = async function held(...options) {
        await released;
        return createWritable.apply(this, options);
      };
    });
    let isWritten = false;
    const writing = write(page, "while it is sent", [10_000]).then(() => (isWritten = true));
    await expect
      .poll(async () => (await syncNow(page), [server.commands.size, server.files.size]), { interval: 20 })
      .toEqual([2, 1]);
    await allHeld(page);
    expect(isWritten).toBe(false);
    await releaseCopies(page);
    await writing;
    expect(await filesOf(page)).toEqual([]);
    await page.reload();
    await syncNow(page);
    await allHeld(page);
    expect(await stateOf(page)).toMatchObject({ held: 3, made: 3 });
  }));

test("a change is sent once its second copy is written, not before", () =>
  scene(async (server, open) => {
    const page = await open();
    await write(page, "before");
    await allHeld(page);
    await page.evaluate(() => {
      const { createWritable } = FileSystemFileHandle.prototype;
      const released = new Promise<void>((resolve) => Object.assign(globalThis, { releaseCopies: resolve }));
      FileSystemFileHandle.prototype.createWritable = async function held(...options) {
        await released;
        return createWritable.apply(this, options);
      };
    });
    const writing = write(page, "a photo and its words", [10_000]);
    await expect
      .poll(async () => (await page.evaluate(() => globalThis.page.look())).commands.length)
      .toBe(1);
    await syncNow(page);
    // The photo arrives first: a photo without its words is found again, words without their photo are not.
    await expect.poll(() => server.files.size).toBe(1);
    await syncNow(page);
    expect(server.commands.size).toBe(1);
    await releaseCopies(page);
    await writing;
    await allHeld(page);
    expect(server.commands.size).toBe(2);
  }));

test("a browser that loses its database while a second copy is written keeps that copy", () =>
  scene(async (server, open) => {
    const page = await open();
    server.way = "gone";
    await page.evaluate(() => {
      const { createWritable } = FileSystemFileHandle.prototype;
      const released = new Promise<void>((resolve) => Object.assign(globalThis, { releaseCopies: resolve }));
      FileSystemFileHandle.prototype.createWritable = async function held(...options) {
        await released;
        return createWritable.apply(this, options);
      };
    });
    const writing = write(page, "nowhere else").catch(() => undefined);
    await expect
      .poll(async () => (await page.evaluate(() => globalThis.page.look())).commands.length)
      .toBe(1);
    expect(await forgetDatabases(page)).toBeGreaterThan(0);
    await releaseCopies(page);
    await writing;
    await expect.poll(async () => (await filesOf(page)).map((one) => one.slice(0, 2))).toEqual(["c-"]);
    await page.goto(server.origin);
    await expect
      .poll(async () => (await page.evaluate(() => globalThis.page.look())).commands.map(({ sets }) => sets))
      .toMatchObject([{ text: "nowhere else" }]);
  }));

test("a video's first frame has a second copy, too", () =>
  scene(async (server, open) => {
    const page = await open();
    server.way = "gone";
    await page
      .evaluate(([id]) => globalThis.page.writeVideo(id, 100_000), [RECORD] as const)
      .then(async ({ sha256 }) => {
        await page.evaluate((video) => globalThis.page.savePoster(video, 20_000), sha256);
      });
    expect((await filesOf(page)).map((name) => name.slice(0, 2))).toEqual(["c-", "o-", "o-"]);
    await page.goto(`${server.origin}/page.js`);
    await forgetDatabases(page);
    await page.goto(server.origin);
    await expect
      .poll(async () =>
        (await page.evaluate(() => globalThis.page.look())).blobs
          .map(({ size }) => size)
          .toSorted((a, b) => a - b),
      )
      .toEqual([20_000, 100_000]);
  }));

describe("a form that was begun", () => {
  const [DRAFT, OTHER] = ["0198c0de-0000-7000-8000-0000000000d1", "0198c0de-0000-7000-8000-0000000000d2"];
  const begin = (page: Page, id: string, words: string, sizes: number[], record = RECORD) =>
    page.evaluate(([one, of, text, some]) => globalThis.page.begin(one, of, text, some), [
      id,
      record,
      words,
      sizes,
    ] as const);
  const saveForm = (page: Page, id: string, words: string) =>
    page.evaluate(([one, of, text]) => globalThis.page.saveForm(one, of, text), [id, RECORD, words] as const);
  const drafts = (page: Page) => page.evaluate(() => globalThis.page.drafts());
  const look = (page: Page) => page.evaluate(() => globalThis.page.look());

  test("owns its photos until it is saved: neither counted nor sent, and then with its words", () =>
    scene(async (server, open) => {
      const page = await open();
      await begin(page, DRAFT, "Loose rail", [30_000, 20_000]);
      await syncNow(page);
      await allHeld(page);
      expect([server.commands.size, server.files.size]).toEqual([0, 0]);
      expect(await stateOf(page)).toMatchObject({ waiting: 0, isSafe: true });
      expect((await look(page)).blobs.map(({ state }) => state)).toEqual(["draft", "draft"]);
      const [draft] = await drafts(page);
      expect(draft).toMatchObject({ typed: { text: "Loose rail" } });
      await saveForm(page, DRAFT, "Loose rail");
      expect(await drafts(page)).toEqual([]);
      await syncNow(page);
      await allHeld(page);
      expect([server.commands.size, server.files.size]).toEqual([1, 2]);
      const [sent] = [...server.commands.values()];
      expect(Object.keys(sent!.sets).toSorted()).toEqual(
        [...draft!.photos.map((sha256) => `photos.${sha256}`), "text"].toSorted(),
      );
      expect(await stateOf(page)).toMatchObject({ made: 3, held: 3 });
      await page.goto(`${server.origin}/page.js`);
      await expect.poll(() => filesOf(page)).toEqual([]);
    }));

  test("is back with its photos when the browser lost its database; once saved, it is no form any more", () =>
    scene(async (server, open) => {
      const page = await open();
      server.way = "gone";
      await begin(page, DRAFT, "Loose rail", [30_000]);
      await page.goto(`${server.origin}/page.js`);
      await forgetDatabases(page);
      await page.goto(server.origin);
      await expect
        .poll(async () => (await drafts(page)).map(({ typed, photos }) => [typed["text"], photos.length]))
        .toEqual([["Loose rail", 1]]);
      expect((await look(page)).blobs.map(({ state }) => state)).toEqual(["draft"]);
      await saveForm(page, DRAFT, "Loose rail");
      await page.goto(`${server.origin}/page.js`);
      await forgetDatabases(page);
      await page.goto(server.origin);
      await expect.poll(async () => (await look(page)).commands.length).toBe(1);
      await expect.poll(async () => (await look(page)).blobs.map(({ state }) => state)).toEqual(["waiting"]);
      expect(await drafts(page)).toEqual([]);
      server.way = "fine";
      await syncNow(page);
      await allHeld(page);
      expect([server.commands.size, server.files.size]).toEqual([1, 1]);
      await page.goto(`${server.origin}/page.js`);
      await expect.poll(() => filesOf(page)).toEqual([]);
    }));

  test("does not come back where the page was closed between the save and the end of its second copy", () =>
    scene(async (server, open) => {
      const page = await open();
      server.way = "gone";
      await begin(page, DRAFT, "Loose rail", [30_000]);
      await page.evaluate(() => {
        // From now on no file is written or removed, as if the page were gone.
        FileSystemFileHandle.prototype.createWritable = () => new Promise(() => undefined);
        FileSystemDirectoryHandle.prototype.removeEntry = () => new Promise(() => undefined);
      });
      void saveForm(page, DRAFT, "Loose rail").catch(() => undefined);
      await expect.poll(async () => (await look(page)).commands.length).toBe(1);
      await page.goto(server.origin);
      await expect.poll(async () => (await look(page)).commands.length).toBe(1);
      expect(await drafts(page)).toEqual([]);
      await expect
        .poll(async () => (await filesOf(page)).filter((name) => name.startsWith("d-")))
        .toEqual([]);
      // Work without a second copy gets one.
      await expect
        .poll(async () => (await filesOf(page)).filter((name) => /^[cw]-/.test(name)).length)
        .toBe(2);
    }));

  test("is discarded with its photos, but not with those of another or of what was saved", () =>
    scene(async (server, open) => {
      const page = await open();
      server.way = "gone";
      await begin(page, DRAFT, "one", [30_000, 20_000]);
      await begin(page, OTHER, "other", [30_000], "0198c0de-0000-7000-8000-000000000002");
      await page.evaluate((id) => globalThis.page.discardDraft(id), DRAFT);
      expect((await drafts(page)).map(({ id }) => id)).toEqual([OTHER]);
      expect((await look(page)).blobs.map(({ size }) => size)).toEqual([30_000]);
      expect((await look(page)).bytes).toHaveLength(1);
      await page.evaluate((id) => globalThis.page.discardDraft(id), OTHER);
      expect((await look(page)).blobs).toEqual([]);
      expect(await filesOf(page)).toEqual([]);
    }));
});

test("a device whose clock is apart says when things happened by the server's", () =>
  scene(async (server, open) => {
    const page = await open();
    server.ahead = 3_600_000;
    await write(page, "first");
    await allHeld(page);
    const { skew } = await stateOf(page);
    // Within the time of one exchange, which is seconds on a busy machine; the offset is an hour.
    expect(Math.abs(skew - 3_600_000)).toBeLessThan(60_000);
    await write(page, "second");
    await allHeld(page);
    const [first, second] = [...server.commands.values()];
    // Commands made before the first contact with the server have the device's time.
    expect([0, skew]).toContain(first!.skew);
    expect(second!.skew).toBe(skew);
    expect(server.records.get(RECORD)!.fields["text"]!.values[0]!.at - Date.now()).toBeGreaterThan(3_500_000);
  }));
