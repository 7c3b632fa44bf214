import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { installation } from "#platform/config/installation.server.ts";
import type { SharedPhoto } from "./shared-photos.server.ts";

/** Parallel downloads from a remote store. */
const AT_ONCE = 8;

/**
 * Puts the report pictures of photos into a folder while `work` runs, so that a PDF has them without this
 * process loading them. Pictures that aren't rendered yet are left out.
 * @param work gets the paths by hash
 */
export async function withPicturesOnDisk<T>(
  photos: readonly SharedPhoto[],
  work: (paths: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-pictures-"));
  try {
    const paths = new Map<string, string>();
    for (let from = 0; from < photos.length; from += AT_ONCE)
      await Promise.all(
        photos.slice(from, from + AT_ONCE).map(async (photo) => {
          const report = await photo.fileOf("report");
          if (!report) return;
          const file = path.join(folder, `${photo.sha256}.jpeg`);
          await writeFile(file, await installation().files.stream(report));
          paths.set(photo.sha256, file);
        }),
      );
    return await work(paths);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
