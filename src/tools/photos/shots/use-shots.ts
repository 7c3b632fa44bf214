import { useMemo } from "react";
import { useRecords, useStore } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { factsOf, PHOTO } from "../rules/photo.ts";
import { missingOf, SHOTS, shotListOf } from "../rules/shots.ts";

/** The facts of the job's photos that are on a shot list. */
export function useListed() {
  const { job } = useScreen();
  const records = useRecords(PHOTO, job);
  return useMemo(
    () => records?.map(({ values }) => factsOf(values)).filter(({ shot }) => shot !== null),
    [records],
  );
}

/** One list of the job with what is missing; null without it, undefined until loaded. */
export function useShotList(id: string | null) {
  const store = useStore();
  const { job } = useScreen();
  return useLive(async () => {
    // The camera without a list doesn't read thousands of photos after each shot.
    const record = id === null ? undefined : await store.record(SHOTS, id);
    if (id === null || !record || record.isRemoved) return null;
    const list = shotListOf(record.values);
    const photos = (await store.recordsOf(PHOTO, job)).map(({ values }) => factsOf(values));
    return { list, missing: missingOf(list, id, photos) };
  }, [store, job, id]);
}
