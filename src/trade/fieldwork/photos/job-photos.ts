import { type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { isConfidential } from "#ground/sync/public.ts";
import { useLive } from "#platform/local/use-live.ts";
import { useLabels } from "../values/labels.ts";
import { PHOTO_FIELD } from "./photos.ts";
import { type JobPhoto, jobPhotosOf } from "./photos-of-records.ts";

/** The photos of a job from all records on this device, whichever tool took them; undefined until loaded. */
export function useJobPhotos(job: string): JobPhoto<ShownRecord>[] | undefined {
  const store = useStore();
  const { kinds } = useLabels();
  return useLive(async () => {
    const withPhotos = kinds.filter(
      ({ kind, fields }) => Object.hasOwn(fields, `${PHOTO_FIELD}*`) && !isConfidential(kind),
    );
    const records = await Promise.all(withPhotos.map(({ kind }) => store.recordsOf(kind, job)));
    return jobPhotosOf(records.flat());
  }, [store, job, kinds]);
}
