// Our archives' format, byte for byte, shared by writer and checker, server and browser.

export interface ZipFile {
  readonly path: string;
  /** 0: stored; 8: deflated. */
  readonly method: 0 | 8;
  readonly crc: number;
  /** Size in the archive and original size, in bytes. */
  readonly packed: number;
  readonly bytes: number;
}

export const SIGNATURES = {
  end: 0x06054b50,
  entry: 0x02014b50,
  file: 0x04034b50,
  end64: 0x06064b50,
  locator: 0x07064b50,
} as const;
/** Values of four-byte and two-byte fields that refer to the ZIP64 extension for the real number. */
export const ELSEWHERE = { four: 0xffff_ffff, two: 0xffff } as const;
/** Size of a file's header without its name. */
export const HEADER_BYTES = 30;
/** Names are UTF-8. */
const UTF8 = 0x0800;
const VERSION = { plain: 20, large: 45 } as const;
/** The ZIP64 field of a directory entry beyond four gigabytes: only its offset. */
const PLACE = { id: 1, bytes: 8 } as const;

/**
 * Archive times have no zone; ours are UTC. In milliseconds instead of Temporal: a page opened years from now
 * should need little of its browser.
 */
function momentOf(milliseconds: number): { readonly time: number; readonly date: number } {
  const at = new Date(milliseconds);
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

const nameOf = (path: string): Uint8Array => new TextEncoder().encode(path);

/**
 * The header before a file.
 * @param at milliseconds since 1970
 */
export function fileHeader(
  { path, method, crc, packed, bytes }: ZipFile,
  at: number,
): Uint8Array<ArrayBuffer> {
  const name = nameOf(path);
  const header = new Uint8Array(HEADER_BYTES + name.length);
  const view = new DataView(header.buffer);
  const { time, date } = momentOf(at);
  view.setUint32(0, SIGNATURES.file, true);
  view.setUint16(4, VERSION.plain, true);
  view.setUint16(6, UTF8, true);
  view.setUint16(8, method, true);
  view.setUint16(10, time, true);
  view.setUint16(12, date, true);
  view.setUint32(14, crc, true);
  view.setUint32(18, packed, true);
  view.setUint32(22, bytes, true);
  view.setUint16(26, name.length, true);
  header.set(name, HEADER_BYTES);
  return header;
}

/**
 * The central directory and its end record, which end the archive.
 * @param at milliseconds since 1970
 */
export function directoryOf(files: readonly ZipFile[], at: number): Uint8Array<ArrayBuffer> {
  let offset = 0;
  const entries = files.map((file) => {
    const entry = entryOf(file, offset, at);
    offset += fileHeader(file, at).length + file.packed;
    return entry;
  });
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  return joined([...entries, endOf({ count: files.length, size, offset })]);
}

function entryOf(
  { path, method, crc, packed, bytes }: ZipFile,
  offset: number,
  at: number,
): Uint8Array<ArrayBuffer> {
  const name = nameOf(path);
  const isFar = offset >= ELSEWHERE.four;
  const entry = new Uint8Array(46 + name.length + (isFar ? 4 + PLACE.bytes : 0));
  const view = new DataView(entry.buffer);
  const { time, date } = momentOf(at);
  view.setUint32(0, SIGNATURES.entry, true);
  view.setUint16(4, isFar ? VERSION.large : VERSION.plain, true);
  view.setUint16(6, isFar ? VERSION.large : VERSION.plain, true);
  view.setUint16(8, UTF8, true);
  view.setUint16(10, method, true);
  view.setUint16(12, time, true);
  view.setUint16(14, date, true);
  view.setUint32(16, crc, true);
  view.setUint32(20, packed, true);
  view.setUint32(24, bytes, true);
  view.setUint16(28, name.length, true);
  view.setUint16(30, isFar ? 4 + PLACE.bytes : 0, true);
  view.setUint32(42, isFar ? ELSEWHERE.four : offset, true);
  entry.set(name, 46);
  if (isFar) {
    view.setUint16(46 + name.length, PLACE.id, true);
    view.setUint16(48 + name.length, PLACE.bytes, true);
    view.setBigUint64(50 + name.length, BigInt(offset), true);
  }
  return entry;
}

function endOf({
  count,
  size,
  offset,
}: {
  count: number;
  size: number;
  offset: number;
}): Uint8Array<ArrayBuffer> {
  const isLarge = count >= ELSEWHERE.two || size >= ELSEWHERE.four || offset >= ELSEWHERE.four;
  const end = new Uint8Array((isLarge ? 56 + 20 : 0) + 22);
  const view = new DataView(end.buffer);
  if (isLarge) {
    view.setUint32(0, SIGNATURES.end64, true);
    view.setBigUint64(4, 44n, true);
    view.setUint16(12, VERSION.large, true);
    view.setUint16(14, VERSION.large, true);
    view.setBigUint64(24, BigInt(count), true);
    view.setBigUint64(32, BigInt(count), true);
    view.setBigUint64(40, BigInt(size), true);
    view.setBigUint64(48, BigInt(offset), true);
    view.setUint32(56, SIGNATURES.locator, true);
    view.setBigUint64(64, BigInt(offset + size), true);
    view.setUint32(72, 1, true);
  }
  const at = end.length - 22;
  view.setUint32(at, SIGNATURES.end, true);
  for (const field of [8, 10]) view.setUint16(at + field, Math.min(count, ELSEWHERE.two), true);
  view.setUint32(at + 12, Math.min(size, ELSEWHERE.four), true);
  view.setUint32(at + 16, Math.min(offset, ELSEWHERE.four), true);
  return end;
}

/** Concatenates bytes. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 as archives use it. */
export function crc32(bytes: Uint8Array): number {
  let crc: number = ELSEWHERE.four;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return (crc ^ ELSEWHERE.four) >>> 0;
}
