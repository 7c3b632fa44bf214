import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { Deflate } from "fflate";
import { directoryOf, ELSEWHERE, fileHeader, type ZipFile } from "./zip-format.ts";

/** Bytes compressed at once: about two milliseconds, so that nothing else waits long. */
const CHUNK_BYTES = 65_536;
/** Limit for programs without ZIP64; callers that can leave something out should respect it. */
export const MOST_ZIP_BYTES = 2_000_000_000;

/** Thrown for a file of four gigabytes, which no archive of ours contains. A whole archive may be larger. */
class ZipTooLarge extends Error {
  override name = "ZipTooLarge";
}

export interface Packed {
  readonly bytes: number;
  /** SHA-256 of the compressed bytes, in hex: the same file can be compressed in many ways. */
  readonly sha256: string;
}

export interface ZipWriter {
  /** Size so far. */
  readonly bytes: number;
  /**
   * Adds one file, chunk by chunk.
   * @param name its path inside, with slashes: build it from `safeName` parts
   * @param options.packed already compressed, such as a picture: stored unchanged
   * @returns its compressed form; null if stored unchanged
   * @throws ZipTooLarge
   */
  add(
    name: string,
    pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
    options?: { packed?: boolean },
  ): Promise<Packed | null>;
}

/**
 * Writes a ZIP archive with one chunk in memory. Its bytes depend only on its content (`zip-format.ts`).
 * @param target absolute path of a new file
 * @param modified the time of all files in it
 * @param fill adds the files
 * @returns its size in bytes
 */
export async function writeZip(
  target: string,
  modified: Temporal.Instant,
  fill: (zip: ZipWriter) => Promise<unknown>,
): Promise<number> {
  const file = await open(target, "wx");
  try {
    let bytes = 0;
    const files: ZipFile[] = [];
    const at = modified.epochMilliseconds;
    await fill({
      get bytes() {
        return bytes;
      },
      async add(path, chunks, { packed = false } = {}) {
        const offset = bytes;
        const empty: ZipFile = { path, method: packed ? 0 : 8, crc: 0, packed: 0, bytes: 0 };
        const header = fileHeader(empty, at);
        await file.writeFile(header);
        bytes += header.length;
        const written = await writeChunks(file, chunks, packed, (more) => (bytes += more));
        const whole = {
          ...empty,
          crc: written.crc,
          packed: bytes - offset - header.length,
          bytes: written.bytes,
        };
        // Overwrite the header, whose content is known only now.
        await file.write(fileHeader(whole, at), 0, header.length, offset);
        files.push(whole);
        return packed ? null : { bytes: whole.packed, sha256: written.sha256 };
      },
    });
    const directory = directoryOf(files, at);
    await file.writeFile(directory);
    await file.sync();
    return bytes + directory.length;
  } finally {
    await file.close();
  }
}

async function writeChunks(
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  isPacked: boolean,
  onBytes: (bytes: number) => void,
): Promise<{ readonly crc: number; readonly bytes: number; readonly sha256: string }> {
  const hash = createHash("sha256");
  let [crc, bytes, packed] = [0, 0, 0];
  let waiting: Uint8Array[] = [];
  const deflate = new Deflate({ level: 6 }, (chunk) => void waiting.push(chunk));
  const flush = async () => {
    const chunks = waiting;
    waiting = [];
    for (const chunk of chunks) {
      if (!isPacked) hash.update(chunk);
      packed += chunk.length;
      if (Math.max(packed, bytes) >= ELSEWHERE.four) throw new ZipTooLarge();
      await file.writeFile(chunk);
      onBytes(chunk.length);
    }
  };
  for await (const chunk of chunks) {
    const whole = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    for (let at = 0; at < whole.length; at += CHUNK_BYTES) {
      const part = whole.subarray(at, at + CHUNK_BYTES);
      crc = crc32(part, crc);
      bytes += part.length;
      if (isPacked) waiting.push(part);
      else deflate.push(part);
      await flush();
    }
  }
  if (!isPacked) deflate.push(new Uint8Array(), true);
  await flush();
  return { crc, bytes, sha256: hash.digest("hex") };
}

/**
 * A ZIP archive as it is sent, of files that are compressed already, such as pictures: one of them in memory.
 * @param modified the time of all files in it
 * @param files their names inside, as for `ZipWriter.add`, and their bytes
 */
export async function* streamZip(
  modified: Temporal.Instant,
  files: AsyncIterable<{ readonly name: string; readonly bytes: Uint8Array }>,
): AsyncGenerator<Uint8Array> {
  const at = modified.epochMilliseconds;
  const sent: ZipFile[] = [];
  for await (const { name, bytes } of files) {
    const length = bytes.length;
    const file: ZipFile = { path: name, method: 0, crc: crc32(bytes), packed: length, bytes: length };
    yield fileHeader(file, at);
    yield bytes;
    sent.push(file);
  }
  yield directoryOf(sent, at);
}

/** What a header needs to know of a file before its bytes are sent. */
export interface Measured {
  readonly crc: number;
  readonly bytes: number;
}

/** Reads a file once, chunk by chunk. */
export async function measure(chunks: AsyncIterable<Uint8Array>): Promise<Measured> {
  let [crc, bytes] = [0, 0];
  for await (const chunk of chunks) {
    crc = crc32(chunk, crc);
    bytes += chunk.length;
  }
  return { crc, bytes };
}

/**
 * As `streamZip`, of files of any size: one chunk in memory. Each is read twice, once to measure it.
 * @param files.open reads it again; must give the bytes that were measured
 * @throws Error if a file changed meanwhile, which ends the download: its header is sent already
 */
export async function* streamLargeZip(
  modified: Temporal.Instant,
  files: AsyncIterable<
    Measured & { readonly name: string; readonly open: () => Promise<AsyncIterable<Uint8Array>> }
  >,
): AsyncGenerator<Uint8Array> {
  const at = modified.epochMilliseconds;
  const sent: ZipFile[] = [];
  for await (const { name, crc, bytes, open: read } of files) {
    const file: ZipFile = { path: name, method: 0, crc, packed: bytes, bytes };
    yield fileHeader(file, at);
    let count = 0;
    for await (const chunk of await read()) {
      count += chunk.length;
      yield chunk;
    }
    if (count !== bytes) throw new Error(`${name} changed while it was sent`);
    sent.push(file);
  }
  yield directoryOf(sent, at);
}

/** Device names reserved by Windows. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A path segment for an archive that every system can unpack: no slash, no leading dots, no reserved names.
 * @param fallback the name if nothing is left
 */
export function safeName(name: string, fallback: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}<>:"/\\|?*]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[.\s]+/, "");
  const short = Array.from(plain)
    .slice(0, 60)
    .join("")
    .replace(/[.\s]+$/, "");
  return !short || DEVICES.test(short) ? fallback : short;
}
