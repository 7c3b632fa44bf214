import { createHash } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import { open, readFile, readdir, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../errors/app-error.ts";
import { type FileStore, fileKey, isFileKey } from "./file-store.ts";
import { hashOfFile, verified } from "./hash.server.ts";
import { syncFolder, writeFileDurably } from "./write-file.server.ts";

const FULL = new Set(["ENOSPC", "EDQUOT", "EROFS", "EMFILE", "ENFILE", "EIO"]);

/** A store in a local folder. */
export function createDiskStore(root: string): FileStore {
  // The pattern of a key excludes `..` and absolute paths, so joining can't leave the root.
  const place = (key: string): string => {
    if (!isFileKey(key)) throw new AppError("not_found", "This file doesn’t exist.");
    return path.join(root, key);
  };
  async function sizeOf(key: string): Promise<number | undefined> {
    if (!isFileKey(key)) return undefined;
    return await stat(place(key)).then(
      (found) => (found.isFile() ? found.size : undefined),
      (error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? undefined : missing(error)),
    );
  }
  return {
    async put(accountId, bytes, extension) {
      const key = fileKey(accountId, createHash("sha256").update(bytes).digest("hex"), extension);
      const target = place(key);
      // The key is a content hash and writes are atomic, so an existing file is right.
      if ((await stat(target).catch(() => undefined))?.size === bytes.byteLength) return key;
      await writeFileDurably(target, bytes).catch(unavailable);
      return key;
    },
    async putFile(accountId, file, extension) {
      const { sha256, bytes } = await hashOfFile(file);
      const key = fileKey(accountId, sha256, extension);
      const target = place(key);
      if ((await stat(target).catch(() => undefined))?.size === bytes) return key;
      await writeFileDurably(target, verified(createReadStream(file), sha256)).catch(unavailable);
      return key;
    },
    async get(key) {
      return await readFile(place(key)).catch(missing);
    },
    async stream(key, part) {
      const file = await open(place(key)).catch(missing);
      return createReadStream("", { fd: file, ...(part ? { start: part.first, end: part.last } : {}) });
    },
    async exists(key) {
      return (await sizeOf(key)) !== undefined;
    },
    size: sizeOf,
    async remove(key) {
      if (!isFileKey(key)) return;
      const target = place(key);
      const isRemoved = await unlink(target).then(
        () => true,
        (error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? false : unavailable(error)),
      );
      if (isRemoved) await syncFolder(path.dirname(target));
    },
    async *list(accountId) {
      for (const account of accountId === undefined ? await folders(root) : [accountId])
        for (const shelf of await folders(path.join(root, account)))
          for (const entry of await entries(path.join(root, account, shelf))) {
            const key = `${account}/${shelf}/${entry.name}`;
            if (!entry.isFile() || !isFileKey(key)) continue;
            const found = await stat(path.join(root, key)).catch(() => undefined);
            if (found) yield { key, bytes: found.size };
          }
    },
  };
}

async function entries(folder: string): Promise<Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}

async function folders(folder: string): Promise<string[]> {
  return (await entries(folder)).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

function unavailable(error: NodeJS.ErrnoException): never {
  if (!FULL.has(error.code ?? "")) throw error;
  throw new AppError(
    "unavailable",
    "We can’t save files right now. Nothing saved is lost. Try again in a minute.",
    {
      retryAfter: 60,
      cause: error,
    },
  );
}

function missing(error: NodeJS.ErrnoException): never {
  if (error.code === "ENOENT") throw new AppError("not_found", "This file doesn’t exist.", { cause: error });
  return unavailable(error);
}
