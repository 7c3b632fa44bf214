import { type Change, type Json, type Store, useRecords, useStore } from "#ground/sync/public.tsx";
import { useJobPhotos, useScreen } from "#trade/fieldwork/public.tsx";
import { useMemo } from "react";
import { photoId } from "../rules/ids.ts";
import { ALBUM, factsOf, NO_FACTS, PHOTO } from "../rules/photo.ts";
import { albumOf, type RollPhoto } from "../rules/roll.ts";

type Sets = Readonly<Record<string, Json>>;

/** All photos of the job that this device knows, each with its facts; undefined until loaded. */
export function useRollPhotos(): readonly RollPhoto[] | undefined {
  const { job } = useScreen();
  const photos = useJobPhotos(job);
  const records = useRecords(PHOTO, job);
  return useMemo(() => {
    if (!photos || !records) return undefined;
    const known = new Map(records.map(({ values }) => [values["sha256"], factsOf(values)]));
    return photos.map(({ shot, author }) => ({ shot, author, facts: known.get(shot.sha256) ?? NO_FACTS }));
  }, [photos, records]);
}

export function useAlbums() {
  const { job } = useScreen();
  const records = useRecords(ALBUM, job);
  return useMemo(() => records?.map(({ id, values }) => albumOf(id, values)) ?? [], [records]);
}

/** So many changes are saved in one transaction. */
const AT_ONCE = 100;

/**
 * Sets the same facts of many photos, all of a hundred or none.
 * @returns what sets them back
 */
async function setFacts(
  store: Store,
  job: string,
  hashes: readonly string[],
  setsOf: (sha256: string) => Sets,
): Promise<() => Promise<void>> {
  const before = new Map<string, Sets>();
  const change = async (sha256: string, sets: Sets): Promise<Change> => {
    const record = photoId(job, sha256);
    const values = (await store.record(PHOTO, record))?.values ?? {};
    if (!before.has(sha256))
      before.set(
        sha256,
        Object.fromEntries(Object.keys(sets).map((field) => [field, values[field] ?? null])),
      );
    return { kind: PHOTO, record, job, sets: { ...(values["sha256"] ? {} : { sha256 }), ...sets } };
  };
  const write = async (of: (sha256: string) => Sets) => {
    for (let from = 0; from < hashes.length; from += AT_ONCE) {
      const changes = await Promise.all(
        hashes.slice(from, from + AT_ONCE).map((sha256) => change(sha256, of(sha256))),
      );
      await store.writeAll(changes as [Change, ...Change[]]);
    }
  };
  await write(setsOf);
  const undo = new Map(before);
  return () => write((sha256) => undo.get(sha256)!);
}

/** `setFacts` on this job, with a notice that has an Undo. */
export function useSetFacts() {
  const store = useStore();
  const { job, tell } = useScreen();
  return async (
    hashes: readonly string[],
    sets: Sets | ((sha256: string) => Sets),
    notice: string,
  ): Promise<boolean> => {
    if (hashes.length === 0) return false;
    try {
      const undo = await setFacts(store, job, hashes, typeof sets === "function" ? sets : () => sets);
      tell.done(notice, undo);
      return true;
    } catch (error) {
      tell.failed(error);
      return false;
    }
  };
}
