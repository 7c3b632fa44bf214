import { createHash } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createDiskStore } from "../files/disk.server.ts";
import { accountOfFile, type FileStore } from "../files/file-store.ts";
import type { ArchiveWriter } from "./archive-writer.server.ts";
import { BackupError } from "./backup-error.ts";
import { type Contents, isPlainPath, SECRET, SITE } from "./format.ts";

// A backup contains exactly these of DATA_DIR; the database is dumped, never copied (see embedded/lock.ts). A
// feature that stores something else there adds it here.
const FILES = "files";
const OUTBOX = "outbox";
/** The restore's staging folder. While it exists, `files` and `outbox` belong to an interrupted restore. */
const STAGING = "restoring";
/**
 * In it: the keys that the restore writes to a store elsewhere, one per line. An interrupted restore's files
 * are removed again.
 */
const SENT = "sent";
const SENDING = "sending";
/**
 * Files from elsewhere are buffered up to this size (bytes), so that a lost connection costs a retry and not
 * the backup.
 */
const MAX_BUFFERED = 32 * 1024 * 1024;

/** Refuses a backup file inside the folder that it would back up. */
export function refuseInside(dataDir: string, file: string): void {
  for (const name of [FILES, OUTBOX, "database"])
    if (!path.relative(path.join(dataDir, name), file).startsWith(".."))
      throw new BackupError(
        `A backup can’t be saved in ${path.join(dataDir, name)}, because that folder is part of the backup.`,
      );
}

/**
 * Writes the stored files, then the outbox, the secret and site.json.
 * @param elsewhere the file store, if not in DATA_DIR
 * @returns what was written, and whether the secret in use was included: it may come from the environment
 */
export async function dumpFolder(
  dataDir: string,
  secret: string,
  archive: ArchiveWriter,
  elsewhere?: FileStore,
): Promise<{ contents: Omit<Contents, "digest">; secret: boolean }> {
  const contents = { files: { count: 0, bytes: 0, damaged: [] as string[] }, outbox: { count: 0, bytes: 0 } };
  const store = elsewhere ?? createDiskStore(path.join(dataDir, FILES));
  for await (const { key, bytes } of store.list()) {
    const buffered =
      elsewhere && bytes <= MAX_BUFFERED ? await elsewhere.get(key).catch(ignoreGone) : undefined;
    const body =
      elsewhere && bytes <= MAX_BUFFERED
        ? buffered && Readable.from([buffered])
        : await store.stream(key).catch(ignoreGone);
    if (!body) continue;
    const sha256 = await archive.addStream(`${FILES}/${key}`, buffered?.length ?? bytes, body);
    // A damaged file must not prevent the backup: it is included unchanged, reported, and skipped when
    // restoring.
    if (!key.includes(sha256)) contents.files.damaged.push(key);
    contents.files.count++;
    contents.files.bytes += bytes;
  }
  for await (const name of walk(path.join(dataDir, OUTBOX))) {
    const found = await open(path.join(dataDir, OUTBOX, name)).catch(ignoreGone);
    if (!found) continue;
    const { size } = await found.stat();
    await archive.addStream(`${OUTBOX}/${name}`, size, createReadStream("", { fd: found }));
    contents.outbox.count++;
    contents.outbox.bytes += size;
  }
  // If the environment overrides the stored secret, it is not the one in use.
  const stored = await readFile(path.join(dataDir, SECRET)).catch(ignoreGone);
  const inUse = stored?.toString("utf8").trim() === secret;
  if (stored && inUse) await archive.add(SECRET, stored);
  const site = await readFile(path.join(dataDir, SITE)).catch(ignoreGone);
  if (site) await archive.add(SITE, site);
  return { contents, secret: inUse };
}

/** Receives files into a staging folder and moves them into place together. */
export interface Staging {
  put(name: string, body: AsyncIterable<Buffer>, mode?: number): Promise<void>;
  /**
   * @param key of a stored file
   * @returns false if its content does not match the key; it is then skipped
   */
  putFile(key: string, body: AsyncIterable<Buffer>): Promise<boolean>;
  /**
   * Syncs everything and moves it into place.
   * @returns sentences for the operator
   */
  place(): Promise<string[]>;
  /** Undoes a partial `place`, and removes everything received. */
  discard(): Promise<void>;
  /** Commits: the placed files now belong to the installation. */
  keep(): Promise<void>;
}

/**
 * Prepares to receive a backup's files.
 * @param elsewhere store for files; default: DATA_DIR. It need not be empty: a key is a content hash, and
 * existing files stay
 * @throws BackupError if DATA_DIR already contains files
 */
export async function openStaging(dataDir: string, elsewhere?: FileStore): Promise<Staging> {
  const staging = path.join(dataDir, STAGING);
  const at = (name: string) => path.join(dataDir, name);
  // Interrupted between moving files and committing rows. The caller has checked that the database is empty,
  // so no rows use them.
  if (elsewhere && (await exists(staging))) await removeSent(elsewhere, staging);
  if (await exists(staging))
    for (const name of [FILES, OUTBOX, STAGING]) await rm(at(name), { recursive: true, force: true });
  for (const name of [FILES, OUTBOX])
    if (!(await walk(at(name)).next()).done)
      throw new BackupError(
        `${at(name)} already has files. A restore needs an empty installation, so use another DATA_DIR.`,
      );
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const placed: string[] = [];
  let oldSecret: Buffer | undefined;

  async function receive(name: string, body: AsyncIterable<Buffer>, mode: number): Promise<string> {
    const target = path.join(staging, name);
    await mkdir(path.dirname(target), { recursive: true });
    const digest = createHash("sha256");
    const file = await open(target, "wx", mode);
    await pipeline(
      body,
      async function* hashed(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk);
          yield chunk;
        }
      },
      file.createWriteStream(),
    );
    return digest.digest("hex");
  }

  return {
    async put(name, body, mode = 0o644) {
      await receive(name, body, mode);
    },
    async putFile(key, body) {
      if (elsewhere) {
        const sha256 = await receive(SENDING, body, 0o600);
        const right = key.includes(sha256);
        if (right && !(await elsewhere.exists(key))) {
          await appendFile(path.join(staging, SENT), `${key}\n`, { flush: true });
          const stored = await elsewhere.putFile(
            accountOfFile(key),
            path.join(staging, SENDING),
            path.extname(key).slice(1),
          );
          if (stored !== key) throw new Error("a stored file came back under another key");
        }
        await rm(path.join(staging, SENDING));
        return right;
      }
      if (key.includes(await receive(`${FILES}/${key}`, body, 0o644))) return true;
      await rm(path.join(staging, FILES, key));
      return false;
    },
    async place() {
      const notes: string[] = [];
      await syncTree(staging);
      const site = await readFile(path.join(staging, SITE)).catch(ignoreGone);
      const there = await readFile(at(SITE)).catch(ignoreGone);
      if (site && there && !site.equals(there))
        notes.push(`${at(SITE)} already existed and was left alone. The backup has a different one.`);
      if (there) await rm(path.join(staging, SITE), { force: true });
      oldSecret = await readFile(at(SECRET)).catch(ignoreGone);
      for (const name of await readdir(staging)) {
        if (name === SENT) continue;
        if (name === FILES || name === OUTBOX) await rm(at(name), { recursive: true, force: true });
        await rename(path.join(staging, name), at(name));
        placed.push(name);
      }
      await syncFolder(dataDir);
      return notes;
    },
    async discard() {
      for (const name of placed.splice(0)) await rm(at(name), { recursive: true, force: true });
      if (oldSecret && !(await exists(at(SECRET)))) {
        const file = await open(at(SECRET), "w", 0o600);
        await file.writeFile(oldSecret);
        await file.close();
      }
      if (elsewhere) await removeSent(elsewhere, staging);
      await rm(staging, { recursive: true, force: true });
    },
    async keep() {
      await rm(staging, { recursive: true, force: true });
      await syncFolder(dataDir);
    },
  };
}

async function removeSent(store: FileStore, staging: string): Promise<void> {
  const sent = await readFile(path.join(staging, SENT), "utf8").catch(ignoreGone);
  for (const key of sent?.split("\n").filter(Boolean) ?? []) await store.remove(key);
}

/** Relative paths of complete files below a folder, without hidden ones, which are unfinished. */
async function* walk(root: string, below = ""): AsyncGenerator<string> {
  let entries: Dirent[];
  try {
    entries = await readdir(path.join(root, below), { withFileTypes: true });
  } catch (error) {
    return ignoreGone(error as NodeJS.ErrnoException);
  }
  for (const entry of entries) {
    const name = path.posix.join(below, entry.name);
    if (!isPlainPath(name)) continue;
    if (entry.isDirectory()) yield* walk(root, name);
    else if (entry.isFile()) yield name;
  }
}

// Concurrent syncs share disk waits.
const SYNCED_AT_ONCE = 32;

async function syncTree(root: string): Promise<void> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const paths = [root, ...entries.map((entry) => path.join(entry.parentPath, entry.name))];
  for (let first = 0; first < paths.length; first += SYNCED_AT_ONCE)
    await Promise.all(paths.slice(first, first + SYNCED_AT_ONCE).map(syncFolder));
}

async function syncFolder(target: string): Promise<void> {
  const handle = await open(target, "r");
  // Some file systems can't sync a folder.
  await handle.sync().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EINVAL" && error.code !== "EPERM") throw error;
  });
  await handle.close();
}

function ignoreGone(error: NodeJS.ErrnoException & { code?: string }): undefined {
  if (error.code !== "ENOENT" && error.code !== "not_found") throw error;
}

async function exists(target: string): Promise<boolean> {
  return (await stat(target).catch(ignoreGone)) !== undefined;
}
