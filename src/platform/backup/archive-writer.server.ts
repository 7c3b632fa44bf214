import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { lstat, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import tar from "tar-stream";
import { BackupError } from "./backup-error.ts";
import { CONTENTS, type Contents } from "./format.ts";

/** Writes a backup, one entry after the other, without buffering whole entries. */
export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /**
   * @param size in bytes, exactly
   * @returns SHA-256 of the content, in hexadecimal
   */
  addStream(name: string, size: number, body: Readable): Promise<string>;
  /** Writes the last entry, syncs, and renames the file. Resolves with its size in bytes. */
  finish(contents: Omit<Contents, "digest">): Promise<number>;
  abandon(): Promise<void>;
}

/**
 * Begins a backup as `FILE.part`.
 * @throws BackupError if FILE exists, its folder doesn't, or it can't be written
 */
export async function createArchive(file: string, signal: AbortSignal): Promise<ArchiveWriter> {
  const folder = path.dirname(file);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new BackupError(`There’s no folder ${folder} to put the backup in.`);
  await refuseExisting(file);
  const part = `${file}.part`;
  const output = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
  await opened(output, part);

  const pack = tar.pack();
  // Level 3 keeps up with COPY on one core; the final checksum distinguishes a flipped bit from a bug.
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const flowing = pipeline(pack, zstd, output, { signal });
  // Errors are handled where it is awaited; until then they must not end the process.
  flowing.catch(() => {});
  const digest = createHash("sha256");

  /** If the disk is full, the pipeline has the real error, not the current entry. */
  async function entry<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!output.destroyed && !pack.destroyed) throw error;
      throw await flowing.then(
        () => error,
        (cause: unknown) => cause,
      );
    }
  }

  const add = (name: string, bytes: Buffer) =>
    entry(async () => {
      digest.update(`${name}\0${bytes.length}\0`).update(bytes);
      await new Promise<void>((resolve, reject) => {
        ignoreErrors(
          pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve())),
        );
      });
    });

  return {
    add,
    addStream: (name, size, body) =>
      entry(async () => {
        digest.update(`${name}\0${size}\0`);
        const written = Promise.withResolvers<void>();
        const sink = pack.entry({ name, size, mode: 0o600 }, (error) =>
          error ? written.reject(error) : written.resolve(),
        );
        ignoreErrors(sink);
        written.promise.catch(() => {});
        const own = createHash("sha256");
        await pipeline(
          body,
          async function* hashed(chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              digest.update(chunk);
              own.update(chunk);
              yield chunk;
            }
          },
          sink,
        );
        await written.promise;
        return own.digest("hex");
      }),
    async finish(contents) {
      await add(CONTENTS, Buffer.from(JSON.stringify({ ...contents, digest: digest.copy().digest("hex") })));
      pack.finalize();
      await flowing;
      await refuseExisting(file);
      await rename(part, file);
      await syncFolder(folder);
      return (await stat(file)).size;
    },
    async abandon() {
      pack.destroy();
      await flowing.catch(() => {});
      await rm(part, { force: true });
    },
  };
}

/**
 * Ignores an entry's errors: the pipeline reports a full disk, and an entry that fails without a listener
 * would end the process and leave its database running.
 */
function ignoreErrors(entry: NodeJS.EventEmitter | undefined): void {
  entry?.on("error", () => {});
}

async function refuseExisting(file: string): Promise<void> {
  // A dangling link is in the way too.
  if (await lstat(file).catch(() => undefined))
    throw new BackupError(`${file} already exists. A backup never replaces a file, so choose another name.`);
}

function opened(output: NodeJS.WritableStream, part: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.once("open", () => resolve());
    output.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EEXIST"
          ? new BackupError(
              `${part} exists: another backup is running, or one was cut short. Delete it, or choose another name.`,
            )
          : error,
      ),
    );
  });
}

async function syncFolder(folder: string): Promise<void> {
  // Some file systems can't sync a folder; the rename is still atomic.
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
