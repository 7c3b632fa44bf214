import { useEffect, useRef, useState } from "react";
import { MOST_PHOTO_BYTES, MOST_VIDEO_BYTES } from "#features/media/public.tsx";
import { type Change, type Json, newLocalId, useStore, type Written } from "#features/sync/public.tsx";
import { MOST_SHOTS, notTaken, PHOTO_FIELD, type Place, SAME_ROLL_MS } from "./photos.ts";
import { drawHere } from "./take.ts";

/** A photo that was not kept. It is in memory still, so that it can be tried again or put elsewhere. */
export interface Failed {
  readonly file: File;
  readonly why: string;
  /** Whether trying again could help. */
  readonly mayTryAgain: boolean;
}

/** Taken so long ago at most, a photo is one that the camera was opened for. */
const FRESH_MS = 60_000;
const LIMITS = { photo: MOST_PHOTO_BYTES, video: MOST_VIDEO_BYTES };

/** What photos are taken into: a kind of record, and what its first command says beside the photo. */
export interface RollTarget {
  readonly kind: string;
  /** @param at by the server's clock, as well as this device knows it: milliseconds since 1970 */
  first(at: number): Readonly<Record<string, Json>>;
  /** A record that is there already and gets these photos; a new one where it is left out. */
  readonly onto?: string;
  /** Id of the first record that is made; a new one where it is left out. */
  readonly record?: string;
  /** Where they are kept instead of the record: in the draft of a form that owns them until it is saved. */
  readonly write?: (change: Change, photos?: readonly Blob[]) => Promise<Written>;
  /** Whether all of them belong together, however much time lies between: they are of a form that is being filled in. */
  readonly isOne?: boolean;
}

/** A note on the job. */
export const NOTE: RollTarget = { kind: "jobs.note", first: (at) => ({ occurredAt: new Date(at).toISOString() }) };

export type Roll = ReturnType<typeof useRoll>;

/**
 * A note that photos are taken into, one after another: each is on the disk, together with the note that names it, before the next begins.
 * What is taken long after, or when there are many, begins another note.
 */
export function useRoll(job: string, into: RollTarget = NOTE) {
  const store = useStore();
  const write = into.write ?? ((change: Change, photos?: readonly Blob[]) => store.write(change, photos));
  const [record, setRecord] = useState(() => into.onto ?? into.record ?? newLocalId());
  const [saving, setSaving] = useState(0);
  const [count, setCount] = useState(0);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const unkept = useRef(failed);
  const tellFailed = (change: (before: readonly Failed[]) => readonly Failed[]) => setFailed((unkept.current = change(unkept.current)));
  // Where a record was made that gets more photos is said by those who made it.
  const roll = useRef({ record, count: 0, lastAt: 0, hasPlace: into.onto !== undefined });
  /** Notes that were full before it was known where their photos were taken. */
  const placeless = useRef<string[]>([]);
  const line = useRef(Promise.resolve());
  /** One after another: hundreds of photos that are decoded at once are more than a phone has memory for. */
  const drawing = useRef(Promise.resolve());

  const begin = () => {
    const fresh = newLocalId();
    roll.current = { record: fresh, count: 0, lastAt: 0, hasPlace: false };
    setRecord(fresh);
    return fresh;
  };
  const next = () => {
    setCount(0);
    placeless.current = [];
    return begin();
  };

  const keep = async (file: File, chosenAt: number) => {
    const why = notTaken(file, LIMITS);
    if (why) return tellFailed((before) => [...before, { file, why: `${file.name} ${why}`, mayTryAgain: false }]);
    const { count, lastAt } = roll.current;
    if (count > 0 && !into.isOne && chosenAt - lastAt > SAME_ROLL_MS) next();
    else if (count >= MOST_SHOTS) {
      if (!roll.current.hasPlace) placeless.current.push(roll.current.record);
      begin();
    }
    const mine = roll.current;
    const at = Math.min(file.lastModified > 0 ? file.lastModified : chosenAt, chosenAt);
    try {
      const { media } = await write(
        {
          kind: into.kind,
          record: mine.record,
          job,
          sets: ([sha256], skew) => ({
            // A picture of now has the clock of now, which may be wrong; one of the library was taken by whatever clock it was.
            [PHOTO_FIELD + sha256]: { type: file.type.slice(0, 100), at: chosenAt - at < FRESH_MS ? at + skew : at },
            ...(mine.count === 0 && mine.record !== into.onto ? into.first(chosenAt + skew) : {}),
          }),
        },
        [file],
      );
      mine.count++;
      setCount((before) => before + 1);
      mine.lastAt = chosenAt;
      drawing.current = drawing.current.then(() => drawHere(store, media[0]!, file));
    } catch (error) {
      const said = error instanceof Error ? error.message : "Not saved. Keep this screen open and try again.";
      tellFailed((before) => [...before, { file, why: said, mayTryAgain: true }]);
    }
  };

  /** Keeps them in turn. */
  const take = (files: readonly File[]) => {
    const chosenAt = Date.now();
    setSaving((before) => before + files.length);
    for (const file of files)
      line.current = line.current.then(async () => {
        await keep(file, chosenAt);
        setSaving((before) => before - 1);
      });
    return line.current;
  };

  /** Says where the photos of now were taken, once that is known. */
  const tellPlace = (place: Place) => {
    line.current = line.current.then(async () => {
      const mine = roll.current;
      const untold = [...placeless.current.splice(0), ...(mine.count === 0 || mine.hasPlace ? [] : [mine.record])];
      mine.hasPlace ||= mine.count > 0;
      for (const one of untold) await write({ kind: into.kind, record: one, job, sets: { place: { ...place } } }).catch(() => undefined);
    });
  };

  const letGo = (one: Failed) => tellFailed((before) => before.filter((other) => other !== one));
  const tryAgain = (one: Failed) => {
    letGo(one);
    void take([one.file]);
  };

  const tryAllAgain = () => {
    const [again, never] = [failed.filter(({ mayTryAgain }) => mayTryAgain), failed.filter(({ mayTryAgain }) => !mayTryAgain)];
    tellFailed(() => never);
    void take(again.map(({ file }) => file));
  };

  // What is in memory alone is lost with the screen: the browser asks first.
  const holdsSome = failed.some(({ mayTryAgain }) => mayTryAgain) || saving > 0;
  useEffect(() => {
    if (!holdsSome) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [holdsSome]);

  /** What has been taken so far, once all of it was tried: the record of now, how many photos it got, and how many are in memory alone. */
  const settled = async (): Promise<{ readonly record: string; readonly count: number; readonly unkept: number }> => {
    await line.current;
    const { record: mine, count: kept } = roll.current;
    return { record: mine, count: kept, unkept: unkept.current.filter(({ mayTryAgain }) => mayTryAgain).length };
  };

  return { record, count, saving, settled, failed, take, tellPlace, tryAgain, tryAllAgain, letGo, next };
}
