import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { installation } from "#platform/config/installation.server.ts";
import { smallerJpeg } from "#platform/pictures/photo.server.ts";
import type { SharedPhoto } from "./shared-photos.server.ts";

/** Parallel downloads from a remote store. */
const AT_ONCE = 8;

/**
 * Puts pictures of photos into a folder while `work` runs, so that a PDF has them without this process
 * loading them. Pictures that aren't rendered yet are left out.
 * @param work gets the paths by hash
 * @param options.picture default `report`, which is also used for photos without the other
 * @param options.mostBytes of all together; larger ones are drawn smaller, which takes about 15 ms each
 * @param options.large hashes of pictures with small print, such as plans: drawn from their originals
 */
export async function withPicturesOnDisk<T>(
  photos: readonly SharedPhoto[],
  work: (paths: ReadonlyMap<string, string>) => Promise<T>,
  {
    picture = "report",
    mostBytes,
    large = new Set(),
  }: {
    readonly picture?: "report" | "print";
    readonly mostBytes?: number;
    readonly large?: ReadonlySet<string>;
  } = {},
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-pictures-"));
  try {
    const paths = new Map<string, string>();
    for (let from = 0; from < photos.length; from += AT_ONCE)
      await Promise.all(
        photos.slice(from, from + AT_ONCE).map(async (photo) => {
          const found = (await photo.fileOf(picture)) ?? (await photo.fileOf("report"));
          if (!found) return;
          const file = path.join(folder, `${photo.sha256}.jpeg`);
          const drawn = large.has(photo.sha256) ? await photo.drawLarge() : undefined;
          await writeFile(file, drawn ?? (await installation().files.stream(found)));
          paths.set(photo.sha256, file);
        }),
      );
    if (mostBytes !== undefined) await shrink([...paths.values()], mostBytes);
    return await work(paths);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Smaller at each try, until they fit or can't be told apart anymore. */
const SHRUNK = [
  { side: 800, quality: 72 },
  { side: 640, quality: 68 },
  { side: 480, quality: 62 },
  { side: 320, quality: 55 },
] as const;

/** Draws the largest pictures smaller, in place. */
async function shrink(files: readonly string[], most: number): Promise<void> {
  const sizes = new Map<string, number>();
  for (const file of files) sizes.set(file, (await stat(file)).size);
  const sum = () => [...sizes.values()].reduce((all, one) => all + one, 0);
  for (const to of SHRUNK) {
    if (sum() <= most) return;
    for (const [file, size] of sizes) {
      if (size <= most / files.length) continue;
      const bytes = await smallerJpeg(() => readFile(file), to);
      if (bytes.byteLength >= size) continue;
      await writeFile(file, bytes);
      sizes.set(file, bytes.byteLength);
    }
  }
}
