import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import tar from "tar-stream";
import { BackupError } from "./backup-error.ts";
import {
  CONTENTS,
  type Contents,
  type EntryKind,
  entryKind,
  HEADER,
  type Header,
  parseContents,
  parseHeader,
} from "./format.ts";

/** One entry of a backup. Read `body` to its end, or not at all. */
export interface ArchiveEntry {
  readonly kind: EntryKind;
  readonly body: AsyncIterable<Buffer>;
}

/** Header and contents of a fully checked backup. */
export interface CheckedArchive {
  readonly header: Header;
  readonly contents: Contents;
}

const ZSTD_MAGIC = 0xfd2fb528;
/** Only the two descriptions are read into memory; the larger one grows with the number of damaged files. */
const MAX_DESCRIPTION = 64 * 1024 * 1024;

/**
 * Reads a whole backup, passes every entry to `accept`, and checks that it is complete.
 * @throws BackupError for a file that is no backup, from another version, damaged or cut short; errors of
 * `accept`
 */
export async function readArchive(
  file: string,
  signal: AbortSignal,
  accept: (entry: ArchiveEntry, header: Header) => Promise<void> = async () => {},
): Promise<CheckedArchive> {
  await checkMagic(file);
  const damaged = () => new BackupError(`The backup ${file} is damaged or cut short. Nothing was restored.`);
  const digest = createHash("sha256");
  const extract = tar.extract();
  const flowing = pipeline(
    createReadStream(file, { highWaterMark: 1024 * 1024 }),
    createZstdDecompress(),
    extract,
    { signal },
  );
  flowing.catch(() => {});
  let header: Header | undefined;
  let contents: Contents | undefined;
  let thrown: { readonly error: unknown } | undefined;
  try {
    for await (const entry of extract) {
      const { name, size = 0, type } = entry.header;
      // The library's types don't say that an entry is a byte stream.
      const bytes = entry as AsyncIterable<unknown> as AsyncIterable<Buffer>;
      const kind = entryKind(name);
      if (contents || !kind || type !== "file" || (header === undefined) !== (name === HEADER))
        throw damaged();
      if (name === CONTENTS) {
        contents = parseContents(await textOf(bytes));
        if (contents?.digest !== digest.copy().digest("hex")) throw damaged();
        continue;
      }
      digest.update(`${name}\0${size}\0`);
      const body = hashed(bytes, digest);
      if (name === HEADER) {
        header = readable(parseHeader(await textOf(body)), file);
        continue;
      }
      try {
        await accept({ kind, body }, header!);
      } catch (error) {
        thrown = { error };
        throw error;
      }
      for await (const _ of body);
    }
    await flowing;
  } catch (error) {
    signal.throwIfAborted();
    if (thrown) throw thrown.error;
    // A disk error doesn't mean a damaged backup, so report it as it is.
    if (error instanceof BackupError || isFromDisk(error)) throw error;
    throw damaged();
  }
  if (!header || !contents) throw damaged();
  return { header, contents };
}

async function checkMagic(file: string): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new BackupError(`There’s no file ${file}.`) : error;
  });
  try {
    const start = Buffer.alloc(4);
    const { bytesRead } = await handle.read(start, 0, 4, 0).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "EISDIR" ? notABackup(file) : error;
    });
    if (bytesRead < 4 || start.readUInt32LE() !== ZSTD_MAGIC) throw notABackup(file);
  } finally {
    await handle.close();
  }
}

const notABackup = (file: string) => new BackupError(`${file} isn’t a Plumbline backup.`);

function readable(header: ReturnType<typeof parseHeader>, file: string): Header {
  if (!("unreadable" in header)) return header;
  if (header.unreadable === "content") throw notABackup(file);
  throw new BackupError(
    `The backup ${file} was made by a version of Plumbline whose backups this one can't read. Restore it with that version.`,
  );
}

async function* hashed(
  chunks: AsyncIterable<Buffer>,
  digest: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
}

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_DESCRIPTION) throw new Error("too long");
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString("utf8");
}

function isFromDisk(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && code !== undefined;
}
