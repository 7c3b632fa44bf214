import type { LocalThumb } from "./local-tables.ts";
import { room } from "./space.ts";
import type { Store } from "./store.ts";

/** So many are saved in one transaction. */
const AT_ONCE = 20;

/**
 * Saves the server's thumbnails of a job's photos on this device, and deletes those of photos that aren't
 * among them anymore. Best effort: ends without room, which unsent photos need more, and without a signal.
 * @param hashes the photos whose thumbnails stay, the most wanted first
 * @param fetchThumb resolves to null if there is none yet; rejects without a signal
 */
export async function saveThumbs(
  { tables }: Store,
  job: string,
  hashes: readonly string[],
  fetchThumb: (sha256: string) => Promise<Blob | null>,
): Promise<void> {
  const { thumbs, previews } = tables;
  const stored = await thumbs.where({ job }).primaryKeys();
  const wanted = new Set(hashes);
  await thumbs.bulkDelete(stored.filter((sha256) => !wanted.has(sha256)));
  // Photos taken here have a preview already.
  const here = new Set([...stored, ...(await previews.toCollection().primaryKeys())]);
  const missing = hashes.filter((sha256) => !here.has(sha256));
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    if ((await room())?.isNearlyFull) return;
    const rows: LocalThumb[] = [];
    try {
      for (const sha256 of missing.slice(from, from + AT_ONCE)) {
        const thumb = await fetchThumb(sha256);
        if (thumb) rows.push({ sha256, job, type: thumb.type, bytes: await thumb.arrayBuffer() });
      }
    } catch {
      // No signal. What came before is saved, and the rest comes the next time.
    }
    await thumbs.bulkPut(rows).catch(() => undefined);
    if (rows.length === 0) return;
  }
}

/** How many thumbnails of a job this device has. */
export const countThumbs = ({ tables }: Store, job: string): Promise<number> =>
  tables.thumbs.where({ job }).count();
