import { useEffect, useRef, useState } from "react";
import { MOST_PHOTO_BYTES, MOST_VIDEO_BYTES } from "#ground/media/public.tsx";
import { type Change, type Json, newLocalId, useStore, type Written } from "#ground/sync/public.tsx";
import type { Choice, Examined } from "./examine.ts";
import { MOST_SHOTS, describeNotTaken, PHOTO_FIELD, type Place, SAME_ROLL_MS, shotValue } from "./photos.ts";
import { drawThumbnail } from "./thumbnail.ts";
import { dayAt, formatDay } from "./photo-remarks.ts";
import { useJobZone } from "../use-job-zone.ts";

/** A photo that was not kept. It is in memory still, so that it can be tried again or put elsewhere. */
export interface Failed {
  readonly file: File;
  readonly why: string;
  /** Whether trying again could help. */
  readonly mayTryAgain: boolean;
}

/** A photo that may be kept, and the day it was taken on. */
export interface Chosen extends Examined {
  /** Of the job's calendar: "2019-10-20". */
  readonly day: string;
  readonly chosenAt: number;
}

/** What becomes of photos of another day: that day's log gets them, this one does, or none. */
export type DayChoice = "that day" | "this day" | "none";

const LIMITS = { photo: MOST_PHOTO_BYTES, video: MOST_VIDEO_BYTES };

/** What photos are taken into: a kind of record, and what its first command says beside the photo. */
export interface RollTarget {
  readonly kind: string;
  /**
   * @param at by the server's clock, as well as this device knows it: milliseconds since 1970
   * @param day another day than the target's own, on which the photo was taken
   */
  first(at: number, day?: string): Readonly<Record<string, Json>>;
  /** The day of the job's calendar that it belongs to; left out for today. */
  readonly day?: string;
  /** A record that is there already and gets these photos; a new one where it is left out. */
  readonly onto?: string;
  /** Id of the first record that is made; a new one where it is left out. */
  readonly record?: string;
  /** Where they are kept instead of the record: in the draft of a form that owns them until it is saved. */
  readonly write?: (change: Change, photos?: readonly Blob[]) => Promise<Written>;
  /**
   * Whether all of them belong together, however much time lies between: they are of a form that is being
   * filled in.
   */
  readonly isOne?: boolean;
}

/** A note on the job. */
export const NOTE: RollTarget = {
  kind: "jobs.note",
  first: (at) => ({ occurredAt: new Date(at).toISOString() }),
};

export type Roll = ReturnType<typeof useRoll>;

/**
 * A note that photos are taken into, one after another: each is on the disk, together with the note that
 * names it, before the next begins. What is taken long after, or when there are many, begins another note.
 */
export function useRoll(job: string, into: RollTarget = NOTE) {
  const store = useStore();
  const writeRecord = (change: Change, photos?: readonly Blob[]) => store.write(change, photos);
  const write = into.write ?? writeRecord;
  const zone = useJobZone(job);
  const [undecided, setUndecided] = useState<readonly Chosen[]>([]);
  const undecidedNow = useRef(undecided);
  const changeUndecided = (change: (before: readonly Chosen[]) => readonly Chosen[]) =>
    setUndecided((undecidedNow.current = change(undecidedNow.current)));
  const [note, setNote] = useState("");
  const [record, setRecord] = useState(() => into.onto ?? into.record ?? newLocalId());
  const [saving, setSaving] = useState(0);
  const [count, setCount] = useState(0);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const unkept = useRef(failed);
  const tellFailed = (change: (before: readonly Failed[]) => readonly Failed[]) =>
    setFailed((unkept.current = change(unkept.current)));
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

  const failedWith = (file: File, why: string, mayTryAgain: boolean) =>
    tellFailed((before) => [...before, { file, why, mayTryAgain }]);

  const keep = async (chosen: File, chosenAt: number, isCamera: boolean) => {
    const why = describeNotTaken(chosen, LIMITS);
    if (why) return failedWith(chosen, `${chosen.name} ${why}`, false);
    const seen = await examined(chosen, { zone, chosenAt, isCamera });
    if ("why" in seen) return failedWith(chosen, `${chosen.name} ${seen.why}`, false);
    if (seen.was) setNote(`${chosen.name} was made a JPEG, as ${seen.was} can’t be taken.`);
    const photo = { ...seen, day: dayAt(seen.takenAt ?? chosenAt, zone), chosenAt };
    if (photo.day === (into.day ?? dayAt(chosenAt, zone)) || photo.takenAt === null) await put(photo);
    else changeUndecided((before) => [...before, photo]);
  };

  /** Keeps one in the note of now. */
  const put = async (photo: Chosen) => {
    const { chosenAt } = photo;
    const { count, lastAt } = roll.current;
    if (count > 0 && !into.isOne && chosenAt - lastAt > SAME_ROLL_MS) next();
    else if (count >= MOST_SHOTS) {
      if (!roll.current.hasPlace) placeless.current.push(roll.current.record);
      begin();
    }
    const mine = roll.current;
    const isFirst = mine.count === 0 && mine.record !== into.onto;
    if (!(await keepPhoto(photo, mine.record, (skew) => (isFirst ? into.first(chosenAt + skew) : {}))))
      return;
    mine.count++;
    setCount((before) => before + 1);
    mine.lastAt = chosenAt;
  };

  const keepPhoto = async (
    photo: Chosen,
    of: string,
    first: (skew: number) => Readonly<Record<string, Json>>,
    save = write,
  ): Promise<boolean> => {
    const { file, takenAt, basis, isIncomplete } = photo;
    try {
      const { media } = await save(
        {
          kind: into.kind,
          record: of,
          job,
          sets: ([sha256], skew) => ({
            // A picture of now has the clock of now, which may be wrong; one of the library was taken by
            // whatever clock it was.
            [PHOTO_FIELD + sha256]: shotValue({
              type: file.type.slice(0, 100),
              at: takenAt ?? photo.chosenAt + skew,
              ...(basis ? { clock: basis } : {}),
              ...(isIncomplete ? { incomplete: true } : {}),
            }),
            ...first(skew),
          }),
        },
        [file],
      );
      drawing.current = drawing.current.then(() => drawThumbnail(store, media[0]!, file));
      return true;
    } catch (error) {
      failedWith(
        file,
        error instanceof Error ? error.message : "Not saved. Keep this screen open and try again.",
        true,
      );
      return false;
    }
  };

  /** Puts photos of another day where somebody says. @param day of the job's calendar */
  const decide = (day: string, choice: DayChoice) => {
    const photos = undecidedNow.current.filter((one) => one.day === day);
    changeUndecided((before) => before.filter((one) => one.day !== day));
    if (choice === "none") return;
    setSaving((before) => before + photos.length);
    line.current = line.current.then(async () => {
      let of = "";
      let inNote = MOST_SHOTS;
      let kept = 0;
      for (const photo of photos) {
        if (choice === "this day") await put(photo);
        else {
          if (inNote >= MOST_SHOTS) [of, inNote] = [newLocalId(), 0];
          const isFirst = inNote === 0;
          // A draft belongs to this day: photos of another day are saved there right away.
          if (
            await keepPhoto(photo, of, () => (isFirst ? into.first(photo.takenAt!, day) : {}), writeRecord)
          ) {
            inNote++;
            kept++;
          }
        }
        setSaving((before) => before - 1);
      }
      if (kept > 0)
        setNote(
          `${kept === 1 ? "The photo is" : `${kept} photos are`} on ${formatDay(day, dayAt(Date.now(), zone))} now.`,
        );
    });
  };

  /** Keeps them in turn. @param isCamera whether the camera was asked for, and not the library */
  const take = (files: readonly File[], isCamera = false) => {
    const chosenAt = Date.now();
    setNote("");
    setSaving((before) => before + files.length);
    for (const file of files)
      line.current = line.current.then(async () => {
        await keep(file, chosenAt, isCamera);
        setSaving((before) => before - 1);
      });
    return line.current;
  };

  /** Says where the photos of now were taken, once that is known. */
  const tellPlace = (place: Place) => {
    line.current = line.current.then(async () => {
      const mine = roll.current;
      const untold = [
        ...placeless.current.splice(0),
        ...(mine.count === 0 || mine.hasPlace ? [] : [mine.record]),
      ];
      mine.hasPlace ||= mine.count > 0;
      for (const one of untold)
        await write({ kind: into.kind, record: one, job, sets: { place: { ...place } } }).catch(
          () => undefined,
        );
    });
  };

  const letGo = (one: Failed) => tellFailed((before) => before.filter((other) => other !== one));
  const tryAgain = (one: Failed) => {
    letGo(one);
    void take([one.file]);
  };

  const tryAllAgain = () => {
    const [again, never] = [
      failed.filter(({ mayTryAgain }) => mayTryAgain),
      failed.filter(({ mayTryAgain }) => !mayTryAgain),
    ];
    tellFailed(() => never);
    void take(again.map(({ file }) => file));
  };

  // What is in memory alone is lost with the screen: the browser asks first.
  const holdsSome = failed.some(({ mayTryAgain }) => mayTryAgain) || undecided.length > 0 || saving > 0;
  useEffect(() => {
    if (!holdsSome) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [holdsSome]);

  /**
   * What has been taken so far, once all of it was tried: the record of now, how many photos it got, and how
   * many are in memory alone.
   */
  const settled = async (): Promise<{
    readonly record: string;
    readonly count: number;
    readonly unkept: number;
  }> => {
    await line.current;
    const { record: mine, count: kept } = roll.current;
    return {
      record: mine,
      count: kept,
      unkept: unkept.current.filter(({ mayTryAgain }) => mayTryAgain).length + undecidedNow.current.length,
    };
  };

  return {
    record,
    count,
    saving,
    note,
    zone,
    settled,
    failed,
    undecided,
    decide,
    take,
    tellPlace,
    tryAgain,
    tryAllAgain,
    letGo,
    next,
  };
}

/**
 * A device that can't look into a file keeps it as it is: nothing is lost for it, and the server looks again.
 */
async function examined(file: File, choice: Choice): Promise<Examined | { readonly why: string }> {
  try {
    return await (await import("./examine.ts")).examine(file, choice);
  } catch {
    return {
      file,
      takenAt: Math.min(file.lastModified || choice.chosenAt, choice.chosenAt),
      basis: "file",
      isIncomplete: false,
      was: null,
    };
  }
}
