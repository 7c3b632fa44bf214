import { type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { useLabels } from "../values/labels.ts";
import { PHOTO_FIELD, type Shot, shotsOf } from "./photos.ts";

/** A photo of a job, and the record that named it first. */
export interface JobPhoto {
  readonly shot: Shot;
  readonly record: ShownRecord;
  /** Who took or added it; null for someone outside the business. */
  readonly author: string | null;
}

/** Every photo that these records name, once each, in the order they were taken. */
export function jobPhotosOf(records: readonly ShownRecord[]): JobPhoto[] {
  const found = new Map<string, JobPhoto & { readonly named: number }>();
  for (const record of records)
    for (const shot of shotsOf(record.values)) {
      const first = record.fields[PHOTO_FIELD + shot.sha256]?.values[0];
      const named = first?.at ?? shot.at;
      const known = found.get(shot.sha256);
      if (known && known.named <= named) continue;
      found.set(shot.sha256, { shot, record, author: first?.author ?? null, named });
    }
  return [...found.values()].toSorted(
    (a, b) => a.shot.at - b.shot.at || (a.shot.sha256 < b.shot.sha256 ? -1 : 1),
  );
}

/** The photos of a job from all records on this device, whichever tool took them; undefined until loaded. */
export function useJobPhotos(job: string): JobPhoto[] | undefined {
  const store = useStore();
  const { kinds } = useLabels();
  return useLive(async () => {
    const withPhotos = kinds.filter(({ fields }) => Object.hasOwn(fields, `${PHOTO_FIELD}*`));
    const records = await Promise.all(withPhotos.map(({ kind }) => store.recordsOf(kind, job)));
    return jobPhotosOf(records.flat());
  }, [store, job, kinds]);
}
