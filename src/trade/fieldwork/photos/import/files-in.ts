import { openZip, type ZipReader } from "#platform/archive/read-zip.ts";

/** A file of an import, or why it can't be read; the reason follows its name in a sentence. */
export type Candidate =
  | { readonly name: string; readonly file: File }
  | { readonly name: string; readonly why: string };

/** More files than anybody's phone holds of one job. */
const MOST_FILES = 5000;
/** ZIPs in a ZIP in a ZIP: deeper than any person packs. */
const MOST_DEEP = 2;
/** Photos hardly shrink in a ZIP. What shrinks more than this, and is large, is made to fill a device. */
const MOST_SHRUNK = 100;
const LARGE_BYTES = 10 * 1024 * 1024;

/** What computers add to folders and archives by themselves. */
export const isJunk = (path: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$|@eaDir\/)/i.test(path);

const isZip = async (file: Blob): Promise<boolean> => {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
};

/**
 * The files that were chosen, and those in the ZIPs among them, one after the other: only one is in memory.
 * @param most largest file in bytes
 */
export async function* filesIn(
  chosen: readonly File[],
  most: number,
): AsyncGenerator<Candidate, void, undefined> {
  const left = { files: MOST_FILES };
  for (const file of chosen) {
    if (isJunk(file.name)) continue;
    if (await isZip(file)) yield* filesOfZip(file, { prefix: "", most, deep: 0, left });
    else yield { name: file.name, file };
  }
}

interface Inside {
  readonly prefix: string;
  readonly most: number;
  readonly deep: number;
  readonly left: { files: number };
}

async function* filesOfZip(
  blob: File,
  { prefix, most, deep, left }: Inside,
): AsyncGenerator<Candidate, void, undefined> {
  let zip: ZipReader;
  try {
    zip = await openZip(blob);
  } catch {
    yield {
      name: prefix + blob.name,
      why: "is a damaged ZIP, or only a part of one. Download or copy it again.",
    };
    return;
  }
  for (const path of new Set(zip.paths)) {
    if (isJunk(path)) continue;
    const name = prefix + path;
    if (left.files-- <= 0) {
      yield { name, why: `and what follows aren’t imported: one import takes ${MOST_FILES} files.` };
      return;
    }
    const why = refuseEntry(zip, path, most);
    if (why) {
      yield { name, why };
      continue;
    }
    let file: File;
    try {
      const bytes = await zip.readAtMost(path, most);
      file = new File([bytes], path.slice(path.lastIndexOf("/") + 1));
    } catch {
      yield { name, why: "is damaged in the ZIP. Pack it again." };
      continue;
    }
    if (!(await isZip(file))) yield { name, file };
    else if (deep < MOST_DEEP) yield* filesOfZip(file, { prefix: `${name}/`, most, deep: deep + 1, left });
    else yield { name, why: "is a ZIP inside other ZIPs. Unpack it, then choose it." };
  }
}

function refuseEntry(zip: ZipReader, path: string, most: number): string | null {
  const { bytes, packed, isLocked } = zip.entryOf(path)!;
  if (isLocked) return "needs a password. Unpack the ZIP, then choose the photos.";
  if (bytes > most) return `is larger than ${Math.round(most / 1024 / 1024)} MB, which is our limit.`;
  if (bytes > LARGE_BYTES && bytes > packed * MOST_SHRUNK)
    return "isn’t a photo: nothing that a camera makes is packed like that.";
  return null;
}
