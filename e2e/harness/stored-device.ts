import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";

/** What the browser of a phone had stored under an earlier release. */
export interface StoredDevice {
  readonly account: string;
  readonly user: string;
  readonly job: string;
  readonly database: {
    readonly name: string;
    readonly version: number;
    readonly stores: readonly {
      readonly name: string;
      readonly keyPath: string | string[];
      readonly autoIncrement: boolean;
      readonly indexes: readonly { name: string; keyPath: string | string[]; unique: boolean }[];
      /** `{ $bytes }`: an ArrayBuffer in Base64. */
      readonly rows: readonly Record<string, unknown>[];
    }[];
  };
  /** Files of the origin's private file system, by path. */
  readonly files: Readonly<Record<string, { readonly text: string } | { readonly bytes: string }>>;
  readonly localStorage: Readonly<Record<string, string>>;
}

/** Reads e2e/devices/{release}.json with other ids in the place of those in it. */
export function readStoredDevice(release: string, ids: Readonly<Record<string, string>> = {}): StoredDevice {
  let text = readFileSync(path.join(import.meta.dirname, "../devices", `${release}.json`), "utf8");
  for (const [before, after] of Object.entries(ids)) text = text.replaceAll(before, after);
  return JSON.parse(text) as StoredDevice;
}

/** Puts a stored device's data into the browser of a page, which must show no screen of the product. */
export async function restoreDevice(page: Page, device: StoredDevice): Promise<void> {
  await page.evaluate(async ({ database, files, localStorage: settings }) => {
    const settled = (target: EventTarget, ...ends: string[]) =>
      new Promise<void>((resolve, reject) => {
        for (const end of ends) target.addEventListener(end, () => resolve());
        for (const end of ["error", "blocked"]) target.addEventListener(end, () => reject(new Error(end)));
      });
    const decoded = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(decoded);
      if (typeof value !== "object" || value === null) return value;
      const { $bytes } = value as { $bytes?: string };
      if ($bytes !== undefined) return Uint8Array.fromBase64($bytes).buffer;
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, decoded(one)]));
    };
    for (const { name } of await indexedDB.databases())
      if (name?.startsWith("plumbline-")) await settled(indexedDB.deleteDatabase(name), "success");
    const opening = indexedDB.open(database.name, database.version);
    opening.addEventListener("upgradeneeded", () => {
      for (const { name, keyPath, autoIncrement, indexes } of database.stores) {
        const store = opening.result.createObjectStore(name, { keyPath, autoIncrement });
        for (const index of indexes) store.createIndex(index.name, index.keyPath, { unique: index.unique });
      }
    });
    await settled(opening, "success");
    const writing = opening.result.transaction(
      database.stores.map(({ name }) => name),
      "readwrite",
    );
    for (const { name, rows } of database.stores)
      for (const row of rows) writing.objectStore(name).put(decoded(row));
    await settled(writing, "complete");
    opening.result.close();
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
    for (const [at, content] of Object.entries(files)) {
      const [folder = "", file = ""] = at.split("/");
      const directory = await root.getDirectoryHandle(folder, { create: true });
      const stream = await (await directory.getFileHandle(file, { create: true })).createWritable();
      await stream.write("text" in content ? content.text : Uint8Array.fromBase64(content.bytes));
      await stream.close();
    }
    localStorage.clear();
    for (const [name, value] of Object.entries(settings)) localStorage.setItem(name, value);
  }, device);
}
