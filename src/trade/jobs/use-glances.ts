import { useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { type GlanceAt, type GlanceLine, readGlances } from "./glance.ts";
import type { Job } from "./rules.ts";
import type { Tool } from "./tool.ts";

/**
 * What each tool says of a job, by its word, live; undefined until read. Null while this device has never
 * fetched the job's records: an empty device must not say that nothing waits.
 * @param photos of the job, by hash; null where nobody counts them
 */
export function useGlances(
  tools: readonly Tool[],
  job: Job,
  at: Omit<GlanceAt, "job" | "photos">,
  photos: ReadonlySet<string> | null,
): ReadonlyMap<string, readonly GlanceLine[]> | null | undefined {
  const store = useStore();
  return useLive(
    async () => {
      // A job that was just added here is whole: the server has nothing of it.
      const isNew = (await store.record("jobs.job", job.id))?.revision === 0;
      if (!isNew && !(await store.hasFetched(job.id))) return null;
      return await readGlances(store, tools, { ...at, job, photos });
    },
    // What it depends on by value: a job's record makes a new object each time.
    [store, tools, photos, JSON.stringify([at, job])],
  );
}
