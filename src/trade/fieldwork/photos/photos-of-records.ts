import { PHOTO_FIELD, type Shot, shotsOf } from "./photos.ts";

/** A record as far as it names photos. */
interface NamingRecord {
  readonly values: Readonly<Record<string, unknown>>;
  readonly fields: Readonly<
    Record<
      string,
      { readonly values: readonly { readonly at: number; readonly author: string | null }[] } | undefined
    >
  >;
}

/** A photo of a job, and the record that named it first. */
export interface JobPhoto<Named extends NamingRecord = NamingRecord> {
  readonly shot: Shot;
  readonly record: Named;
  /** Who took or added it; null for someone outside the business. */
  readonly author: string | null;
}

/** Every photo that these records name, once each, in the order they were taken. */
export function jobPhotosOf<Named extends NamingRecord>(records: readonly Named[]): JobPhoto<Named>[] {
  const found = new Map<string, JobPhoto<Named> & { readonly named: number }>();
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
