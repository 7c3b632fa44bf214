import type { ZipReader } from "#platform/archive/read-zip.ts";
import {
  crc32,
  directoryOf,
  fileHeader,
  HEADER_BYTES,
  joined,
  type ZipFile,
} from "#platform/archive/zip-format.ts";
import type { Checks, Problem } from "./findings.ts";
import { FILES, type Manifest } from "../rules.ts";

/** Most places listed one by one. */
const MOST_LISTED = 3;

interface Inside {
  readonly manifest: Manifest;
  readonly manifestBytes: Uint8Array<ArrayBuffer>;
  /** CRC-32 by path, of the files that could be read. */
  readonly crcs: ReadonlyMap<string, number>;
  /** Paths with a problem already reported. */
  readonly altered: ReadonlySet<string>;
}

/**
 * Verifies every byte of the ZIP that isn't a file's own: headers, compression, directory, and anything
 * before, between and after. The manifest signs how each file is compressed, and the rest follows from that.
 * Problems here alter no file.
 * @returns changes with their byte position; none for copies older than ZIP signing
 */
export async function verifyContainer(
  zip: Pick<ZipReader, "size" | "lies">,
  inside: Inside,
  checks: Checks,
): Promise<Problem[]> {
  const { manifest, manifestBytes, crcs, altered } = inside;
  if (manifest.zip !== 1) return [];
  const made = Date.parse(manifest.at);
  const problems: Problem[] = [];
  const files: ZipFile[] = [];
  let at = 0;
  const compare = async (expected: Uint8Array, file: string, what: string): Promise<boolean> => {
    const lies = await zip.lies(at, at + expected.length);
    const wrong = firstDifference(expected, lies);
    if (wrong !== null)
      problems.push({ file, words: `${what} was changed, at byte ${at + wrong} of the ZIP.` });
    return wrong === null;
  };
  for (const { path, bytes, sha256: _sha256, packed } of [...manifest.files, itself(manifestBytes)]) {
    const length = packed?.bytes ?? bytes;
    const own = path === FILES.manifest ? crc32(manifestBytes) : crcs.get(path);
    const before = problems.length;
    // An altered file has another checksum, which is already reported.
    const crc = altered.has(path) || own === undefined ? await crcThere(zip, at) : own;
    const file: ZipFile = { path, method: packed ? 8 : 0, crc, packed: length, bytes };
    const header = fileHeader(file, made);
    await compare(header, path, `The ZIP header of ${path}`);
    at += header.length;
    if (packed && (await checks.sha256(await zip.lies(at, at + length))) !== packed.sha256)
      problems.push({
        file: path,
        words: `How ${path} is packed was changed between bytes ${at} and ${at + length - 1} of the ZIP. The file inside is the same.`,
      });
    if (altered.has(path)) problems.length = before;
    files.push(file);
    at += length;
  }
  // After one part changes length, everything behind it is displaced, so report only the first.
  if (problems.length > MOST_LISTED)
    return [{ file: FILES.manifest, words: `The ZIP was repacked. First of many: ${problems[0]!.words}` }];
  const directory = directoryOf(files, made);
  if (await compare(directory, FILES.manifest, "The directory of the ZIP")) {
    const more = zip.size - at - directory.length;
    if (more > 0)
      problems.push({
        file: FILES.manifest,
        words: `${more} bytes were added after the end of the ZIP, from byte ${at + directory.length} on.`,
      });
  }
  return problems;
}

const itself = (manifestBytes: Uint8Array): Manifest["files"][number] => ({
  path: FILES.manifest,
  bytes: manifestBytes.length,
  sha256: "",
});

async function crcThere(zip: Pick<ZipReader, "lies">, at: number): Promise<number> {
  const header = joined([await zip.lies(at, at + HEADER_BYTES), new Uint8Array(HEADER_BYTES)]);
  return new DataView(header.buffer).getUint32(14, true);
}

/** Index of the first differing byte; null if equal. */
function firstDifference(expected: Uint8Array, lies: Uint8Array): number | null {
  for (let at = 0; at < expected.length; at++) if (expected[at] !== lies[at]) return at;
  return null;
}
