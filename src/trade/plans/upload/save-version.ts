import { newLocalId, saveOriginals, savePreview, type Store } from "#ground/sync/public.tsx";
import { pageField, PLAN, type PlanPage, versionField } from "../rules.ts";
import type { PageSource } from "./sources.ts";

/** A version whose pages are saved, but which doesn’t show yet. */
export interface SavedPages {
  readonly version: string;
  readonly pages: readonly PlanPage[];
}

/**
 * Draws pages and saves them on the device, one at a time, so that a phone has only one of them in memory.
 * @param numbers of the pages in the source, from 1
 * @param progress called with how many are saved
 * @returns null if it was canceled
 * @throws {Error} with a sentence for whoever adds them
 */
export async function savePages(
  store: Store,
  { job, plan }: { readonly job: string; readonly plan: string },
  source: PageSource,
  numbers: readonly number[],
  progress: (saved: number) => void,
  canceled: AbortSignal,
): Promise<SavedPages | null> {
  const version = newLocalId().slice(-12);
  const pages: PlanPage[] = [];
  for (const number of numbers) {
    progress(pages.length);
    const { picture, width, height, preview } = await source.draw(number);
    if (canceled.aborted) return null;
    const field = pageField(version, pages.length);
    const { media } = await store.write(
      {
        ...{ kind: PLAN, record: plan, job },
        sets: ([sha256]) => ({ [field]: { sha256: sha256!, width, height } }),
      },
      [picture],
    );
    const sha256 = media[0]!;
    await savePreview(store, sha256, preview);
    // The device deletes what it has sent, but a plan is looked at without a signal.
    await saveOriginals(store, job, [sha256], () => Promise.resolve(picture));
    pages.push({ sha256, width, height });
  }
  return { version, pages };
}

/** Shows a version whose pages are saved. @param head the title and level of a new plan */
export async function showVersion(
  store: Store,
  { job, plan }: { readonly job: string; readonly plan: string },
  { version, pages }: SavedPages,
  {
    file,
    isFresh,
    head = {},
  }: {
    readonly file: string;
    readonly isFresh: boolean;
    readonly head?: Readonly<Record<string, string>>;
  },
): Promise<void> {
  await store.write({
    ...{ kind: PLAN, record: plan, job },
    sets: (_, skew) => ({
      ...head,
      [versionField(version)]: {
        ...{ at: Date.now() + skew, count: pages.length },
        ...(file ? { file } : {}),
        ...(isFresh ? { fresh: true } : {}),
      },
    }),
  });
}
