import { formatBytes } from "#platform/measures/bytes.ts";
import { room } from "./space.ts";
import type { Store } from "./store.ts";

/** What came of saving originals. */
export interface SavedOriginals {
  readonly saved: number;
  /** Why the rest isn't saved; null if all are. */
  readonly why: string | null;
}

/**
 * Saves originals of a job that the server has on this device, because somebody chose them. Ends without
 * room, which unsent photos need more, and without a signal; what came before stays.
 * @param download resolves to null if the server doesn't have it; rejects without a signal
 */
export async function saveOriginals(
  { tables }: Store,
  job: string,
  hashes: readonly string[],
  download: (sha256: string) => Promise<Blob | null>,
): Promise<SavedOriginals> {
  let saved = 0;
  for (const sha256 of hashes) {
    if (await tables.saved.get(sha256)) {
      saved++;
      continue;
    }
    const space = await room();
    if (space?.isNearlyFull)
      return { saved, why: `Only ${formatBytes(space.left)} is left on this device. Free up some space.` };
    let original: Blob | null;
    try {
      original = await download(sha256);
    } catch {
      return { saved, why: "There is no signal. Try again once you’re back online." };
    }
    if (!original) continue;
    try {
      await tables.saved.put({ sha256, job, type: original.type, bytes: await original.arrayBuffer() });
    } catch {
      return { saved, why: "This device is full. Free up some space." };
    }
    saved++;
  }
  return {
    saved,
    why: saved < hashes.length ? "The server doesn’t have the others yet. Try again later." : null,
  };
}

/** Deletes saved originals of a job from this device. The server has them. */
export async function forgetSavedOriginals({ tables }: Store, job: string): Promise<void> {
  await tables.saved.where({ job }).delete();
}

/**
 * Deletes saved originals of a job that nobody wants anymore, such as replaced versions.
 * @param type only those of this type, such as `application/pdf` @param wanted stay
 */
export async function forgetUnwantedOriginals(
  { tables }: Store,
  job: string,
  type: string,
  wanted: readonly string[],
): Promise<void> {
  await tables.saved
    .where({ job })
    .filter((one) => one.type === type && !wanted.includes(one.sha256))
    .delete();
}

/** An original that was saved on this device. */
export async function savedOriginal({ tables }: Store, sha256: string): Promise<Blob | undefined> {
  const one = await tables.saved.get(sha256);
  return one && new Blob([one.bytes], { type: one.type });
}

/** How many originals of a job are saved on this device, and their bytes. */
export async function countSavedOriginals(
  { tables }: Store,
  job: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  let [count, bytes] = [0, 0];
  await tables.saved.where({ job }).each((one) => {
    count++;
    bytes += one.bytes.byteLength;
  });
  return { count, bytes };
}
