import { open } from "node:fs/promises";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** Small enough that compressing one piece holds nothing else up, in bytes: about two milliseconds. */
const PIECE = 65_536;
/** The format's own limit without its later extension, and a little less, for its directory. */
export const MOST_ZIP_BYTES = 2_000_000_000;

/** Thrown when an archive would not fit the format. */
class ZipTooLarge extends Error {
  override name = "ZipTooLarge";
}

/** An archive on its way to a file. */
export interface ZipWriter {
  /** How large it is so far. */
  readonly bytes: number;
  /**
   * Adds one file, a piece at a time.
   * @param name its path inside, with slashes: make it of `safeName` parts
   * @param options.packed it is compressed already, such as a picture: stored as it is
   * @throws ZipTooLarge
   */
  add(
    name: string,
    pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
    options?: { packed?: boolean },
  ): Promise<void>;
}

/**
 * Writes a ZIP archive, holding no more of it in memory than one piece.
 * @param target absolute path of a file that is not there yet
 * @param modified the time that all files in it get
 * @param fill adds the files
 * @returns its size in bytes
 */
export async function writeZip(target: string, modified: Temporal.Instant, fill: (zip: ZipWriter) => Promise<void>): Promise<number> {
  const file = await open(target, "wx");
  try {
    let bytes = 0;
    let failure: Error | undefined;
    let waiting: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error) failure ??= error;
      else waiting.push(chunk);
    });
    const flush = async () => {
      if (failure) throw failure;
      const chunks = waiting;
      waiting = [];
      for (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > MOST_ZIP_BYTES) throw new ZipTooLarge();
        await file.writeFile(chunk);
      }
    };
    await fill({
      get bytes() {
        return bytes;
      },
      async add(name, pieces, { packed = false } = {}) {
        const entry = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
        entry.mtime = new Date(modified.epochMilliseconds);
        zip.add(entry);
        for await (const piece of pieces) {
          const whole = typeof piece === "string" ? Buffer.from(piece) : piece;
          for (let at = 0; at < whole.length; at += PIECE) {
            entry.push(whole.subarray(at, at + PIECE));
            await flush();
          }
        }
        entry.push(new Uint8Array(), true);
        await flush();
      },
    });
    zip.end();
    await flush();
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

/** Names that Windows keeps for its devices. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A name as one part of a path inside an archive, that every system can unpack: no slash, no dots in front, nothing reserved.
 * @param fallback what it is called when nothing is left of it
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
