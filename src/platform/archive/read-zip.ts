import { Inflate, inflateSync } from "fflate";
import { ELSEWHERE, SIGNATURES } from "./zip-format.ts";

/** Reads a ZIP archive in place, one file at a time; in the browser and on the server. */
export interface ZipReader {
  /** Every path in it, repeated ones too, without folders. */
  readonly paths: readonly string[];
  /**
   * Unpacks one file into memory.
   * @throws Error for an unknown path, or bytes that can't be unpacked
   */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** What the directory says of a file; undefined for an unknown path. */
  entryOf(path: string): ZipEntry | undefined;
  /**
   * Unpacks one file of an archive that a stranger made: never to more than `most` bytes, whatever it says.
   * @throws Error as `read`, and for a file that is longer
   */
  readAtMost(path: string, most: number): Promise<Uint8Array<ArrayBuffer>>;
  readonly size: number;
  /** Its bytes in a range: fewer at the end. */
  lies(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

export interface ZipEntry {
  /** Bytes when unpacked, as the archive says, and in the archive. */
  readonly bytes: number;
  readonly packed: number;
  /** Whether it needs a password. */
  readonly isLocked: boolean;
}

/** Packed bytes that are unpacked at once: at most a thousand times as much. */
const PIECE = 64 * 1024;
/** Maximum unpacked size of a file (bytes): anything larger is no archive of ours. */
const MAX_FILE_BYTES = 2_000_000_000;
/** The end record's own 22 bytes, and the longest comment after it. */
const END_BYTES = 22 + 65_535;
/** The two ZIP64 records before the end record of a large archive: a directory's end, and its location. */
const LARGE = { end: 56, locator: 20 } as const;

interface Place extends ZipEntry {
  readonly offset: number;
  readonly method: number;
}

/**
 * Reads the directory at the end of an archive.
 * @throws Error for no ZIP archive, or a kind that we don't write
 */
export async function openZip(blob: Blob): Promise<ZipReader> {
  const tailAt = Math.max(0, blob.size - END_BYTES);
  const tail = await viewOf(blob.slice(tailAt));
  const at = endIn(tail);
  const { count, size, offset } = (await largeEnd(blob, tailAt + at)) ?? {
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
  };
  const directory = await viewOf(blob.slice(offset, offset + size));
  const paths: string[] = [];
  const places = new Map<string, Place>();
  for (let next = 0, left = count; left > 0; left--) {
    if (next + 46 > directory.byteLength || directory.getUint32(next, true) !== SIGNATURES.entry)
      throw new Error("its directory is broken");
    const u16 = (field: number) => directory.getUint16(next + field, true);
    const u32 = (field: number) => directory.getUint32(next + field, true);
    const name = bytesOf(directory, next + 46, u16(28));
    const path = new TextDecoder().decode(name);
    if (!path.endsWith("/")) {
      paths.push(path);
      // The first of two files with one name; callers see both in `paths`.
      const isFar =
        u32(42) === ELSEWHERE.four && u16(30) === 12 && next + 58 + u16(28) <= directory.byteLength;
      const far = isFar ? Number(directory.getBigUint64(next + 50 + u16(28), true)) : u32(42);
      if (!places.has(path))
        places.set(path, {
          offset: far,
          packed: u32(20),
          bytes: u32(24),
          method: u16(10),
          isLocked: (u16(8) & 1) === 1,
        });
    }
    next += 46 + u16(28) + u16(30) + u16(32);
  }
  const packedAt = async (path: string) => {
    const place = places.get(path);
    if (!place) throw new Error("it is not there");
    const head = await viewOf(blob.slice(place.offset, place.offset + 30));
    if (head.byteLength < 30 || head.getUint32(0, true) !== SIGNATURES.file)
      throw new Error("its place is wrong");
    const start = place.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    const packed = new Uint8Array(await blob.slice(start, start + place.packed).arrayBuffer());
    if (packed.length !== place.packed || place.bytes > MAX_FILE_BYTES) throw new Error("it is cut off");
    return { place, packed };
  };
  return {
    paths,
    size: blob.size,
    lies: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
    entryOf: (path) => places.get(path),
    async readAtMost(path, most) {
      const { place, packed } = await packedAt(path);
      if (place.isLocked) throw new Error("it needs a password");
      if (place.bytes > most) throw new Error("it is too large");
      if (place.method === 0) return packed;
      if (place.method !== 8) throw new Error("it is packed in a way we don't use");
      const bytes = new Uint8Array(place.bytes);
      let at = 0;
      const inflate = new Inflate((piece) => {
        if (at + piece.length > bytes.length) throw new Error("it is longer than it says");
        bytes.set(piece, at);
        at += piece.length;
      });
      for (let from = 0; from < packed.length; from += PIECE)
        inflate.push(packed.subarray(from, from + PIECE), from + PIECE >= packed.length);
      if (at !== bytes.length) throw new Error("it is not as long as it says");
      return bytes;
    },
    async read(path) {
      const { place, packed } = await packedAt(path);
      if (place.method === 0) return packed;
      if (place.method !== 8) throw new Error("it is packed in a way we don't use");
      const bytes = inflateSync(packed, { out: new Uint8Array(place.bytes) });
      if (bytes.length !== place.bytes) throw new Error("it is not as long as it says");
      return bytes;
    },
  };
}

/**
 * The directory's location in an archive beyond four gigabytes; undefined for a smaller one.
 * @param end where the last 22 bytes begin
 */
async function largeEnd(
  blob: Blob,
  end: number,
): Promise<{ count: number; size: number; offset: number } | undefined> {
  const locator = await viewOf(blob.slice(Math.max(0, end - LARGE.locator), end));
  if (locator.byteLength < LARGE.locator || locator.getUint32(0, true) !== SIGNATURES.locator)
    return undefined;
  const at = Number(locator.getBigUint64(8, true));
  const view = await viewOf(blob.slice(at, at + LARGE.end));
  if (view.byteLength < LARGE.end || view.getUint32(0, true) !== SIGNATURES.end64)
    throw new Error("its directory is broken");
  const [count, size, offset] = [32, 40, 48].map((field) => Number(view.getBigUint64(field, true))) as [
    number,
    number,
    number,
  ];
  return { count, size, offset };
}

function endIn(tail: DataView): number {
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (
      tail.getUint32(at, true) === SIGNATURES.end &&
      tail.getUint16(at + 20, true) === tail.byteLength - at - 22
    )
      return at;
  }
  throw new Error("it is no ZIP archive, or only a part of one");
}

const viewOf = async (blob: Blob): Promise<DataView> => new DataView(await blob.arrayBuffer());
const bytesOf = (view: DataView, at: number, length: number) => {
  if (at + length > view.byteLength) throw new Error("its directory is broken");
  return new Uint8Array(view.buffer, view.byteOffset + at, length);
};
