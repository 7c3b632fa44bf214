import { useRef, useState } from "react";
import { hashOriginal, type Json, useStore } from "#ground/sync/public.tsx";
import { shotsOf } from "#trade/fieldwork/public.ts";
import { type RollTarget, usePlace, useRoll, useScreen } from "#trade/fieldwork/public.tsx";
import { photoId } from "../rules/ids.ts";
import { PHOTO } from "../rules/photo.ts";

type Sets = Readonly<Record<string, Json>>;

/** The photo that was saved last. */
export interface Saved {
  readonly sha256: string;
  readonly record: string;
  readonly type: string;
}

/**
 * Saves photos of a job one at a time, each in the record that is derived from it, with its tags.
 * @param savedOne called after each
 */
export function useCapture(savedOne: (saved: Saved, sets: Sets) => Promise<void>) {
  const store = useStore();
  const { job } = useScreen();
  const place = usePlace();
  const [last, setLast] = useState<Saved | null>(null);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const tags = useRef(new WeakMap<Blob, Sets>());
  const current = useRef<Sets>({});

  const write: RollTarget["write"] = async (change, photos = []) => {
    const [photo] = photos;
    if (!photo) return await store.write(change);
    const facts = tags.current.get(photo) ?? current.current;
    const sha256 = await hashOriginal(photo);
    const record = photoId(job, sha256);
    const known = await store.record(PHOTO, record);
    const isKnown = known !== undefined && shotsOf(known.values).length > 0;
    let here: Sets | null = null;
    let isWritten = false;
    place.ask((found) => {
      if (!isWritten) here = { place: { ...found } };
      else
        void store.write({ kind: PHOTO, record, job, sets: { place: { ...found } } }).catch(() => undefined);
    });
    if (isKnown && Object.keys(facts).length > 0)
      await store.write({ kind: PHOTO, record, job, sets: facts });
    const written = isKnown
      ? { ids: [], media: [sha256] }
      : await store.write(
          {
            kind: PHOTO,
            record,
            job,
            sets: (hashes, skew) => ({
              ...(typeof change.sets === "function" ? change.sets(hashes, skew) : change.sets),
              ...{ sha256, ...facts, ...here },
            }),
          },
          photos,
        );
    isWritten = !isKnown;
    const one = { sha256, record, type: photo.type };
    setLast(one);
    setSaved((before) => new Set(before).add(sha256));
    await savedOne(one, facts);
    return written;
  };
  const roll = useRoll({ kind: PHOTO, first: () => ({}), isOne: true, isOfAnyDay: true, write });

  /** @param facts as they are at the shutter, whatever is chosen while earlier photos are being saved */
  const add = (files: readonly File[], isCamera: boolean, facts: Sets) => {
    current.current = facts;
    for (const file of files) tags.current.set(file, facts);
    return roll.add(files, isCamera);
  };
  // The same picture twice is one photo.
  return { roll, count: saved.size, add, last, place };
}
