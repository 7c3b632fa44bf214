import { openZip, type ZipReader } from "#platform/archive/read-zip.ts";
import type { ZippedFile } from "../format/format.ts";
import { wrongFile } from "./table-type.ts";

const MOST_FILES = 5_000;
const MOST_FILE_BYTES = 50 * 1024 * 1024;
/** All of it, unpacked. What is packed further than this is made to fill a disk. */
const MOST_UNPACKED = 500 * 1024 * 1024;

/** What computers add to archives by themselves. */
const JUNK = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$|@eaDir\/)/i;
/**
 * Out of the folder that it is unpacked to. We write no file under such a name, and don’t trust the
 * rest of it.
 */
const UPWARD = /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[a-z]:[\\/]|\0/i;

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** A ZIP whose directory was checked. */
export interface Archive {
  readonly files: readonly ZippedFile[];
  /** @throws Error if the file is damaged, or longer than it says */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens a ZIP from another product. Nothing is unpacked to the disk.
 * @throws AppError invalid, for the field `file`: damaged, locked, a bomb, or with paths that lead upward
 */
export async function openArchive(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Archive> {
  let zip: ZipReader;
  try {
    zip = await openZip(new Blob([bytes]));
  } catch {
    throw wrongFile(`“${name}” is a damaged ZIP, or only a part of one. Download it again.`);
  }
  const paths = [...new Set(zip.paths)].filter((path) => !JUNK.test(path) || UPWARD.test(path));
  if (paths.some((path) => path.startsWith("xl/")))
    throw wrongFile(
      `“${name}” is an Excel workbook. In Excel, choose File > Save As > “CSV UTF-8”, and upload that file.`,
    );
  if (paths.length > MOST_FILES)
    throw wrongFile(`“${name}” has more than ${MOST_FILES.toLocaleString("en-US")} files. Split it.`);
  let unpacked = 0;
  for (const path of paths) {
    if (UPWARD.test(path))
      throw wrongFile(`“${name}” has a file whose name leads out of its folder, so we don’t open it.`);
    const entry = zip.entryOf(path)!;
    if (entry.isLocked) throw wrongFile(`“${name}” needs a password. Unpack it, and make a ZIP without one.`);
    if (entry.bytes > MOST_FILE_BYTES)
      throw wrongFile(`“${path}” in the ZIP is larger than 50 MB. Leave it out.`);
    unpacked += entry.bytes;
  }
  if (unpacked > MOST_UNPACKED)
    throw wrongFile(`“${name}” is larger than 500 MB when it’s unpacked. Split it.`);
  return {
    files: paths.map((path) => {
      const folders = path.split(/[\\/]/);
      const file = folders.pop()!;
      return { path, name: file, folder: folders.at(-1) ?? "" };
    }),
    read: (path) => zip.readAtMost(path, MOST_FILE_BYTES),
  };
}

/** Whether a name is that of a table. */
export const isTable = (name: string): boolean => /\.(?:csv|tsv|json)$/i.test(name);
