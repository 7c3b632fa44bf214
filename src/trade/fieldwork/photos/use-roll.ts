import { useEffect, useRef, useState } from "react";
import { MOST_PHOTO_BYTES, MOST_VIDEO_BYTES } from "#ground/media/public.tsx";
import { type Change, type Json, newLocalId, useStore, type Written } from "#ground/sync/public.tsx";
import type { Choice, Examined } from "./examine.ts";
import { MOST_SHOTS, describeRefusedFile, PHOTO_FIELD, SAME_ROLL_MS, shotValue } from "./photos.ts";
import type { Place } from "../place/place.ts";
import { drawThumbnail } from "./thumbnail.ts";
import { dateAt } from "../entries/late-rules.ts";
import { formatDay } from "./photo-remarks.ts";
import { useScreen } from "../screen/field-screen.tsx";

/** Still in memory, so saving can be tried again. */
export interface Failed {
  readonly file: File;
  readonly why: string;
  /** Whether trying again could help. */
  readonly mayTryAgain: boolean;
}

/** A photo that can be saved, and its day. */
export interface Chosen extends Examined {
  /** "2019-10-20", in the job's time zone. */
  readonly day: string;
  readonly chosenAt: number;
}

/** To that day's log, to this one, or nowhere. */
export type DayChoice = "that day" | "this day" | "none";

const LIMITS = { photo: MOST_PHOTO_BYTES, video: MOST_VIDEO_BYTES };

/** A kind of record, and what its first command sets besides the photo. */
export interface RollTarget {
  readonly kind: string;
  /**
   * @param at milliseconds since 1970, by the server's clock as far as known
   * @param day the photo's day, if it isn't the target's own
   */
  first(at: number, day?: string): Readonly<Record<string, Json>>;
  /** In the job's time zone; today if omitted. */
  readonly day?: string;
  /** An existing record to add the photos to; a new one if omitted. */
  readonly onto?: string;
  /** Id of the first new record; random if omitted. */
  readonly record?: string;
  /** Writes to the draft of an open form instead. */
  readonly write?: (change: Change, photos?: readonly Blob[]) => Promise<Written>;
  /** All photos go in one record, however far apart they were taken, as in a form. */
  readonly isOne?: boolean;
  /** Photos of any day belong to it; otherwise people choose where those of another day go. */
  readonly isOfAnyDay?: boolean;
}

export type Roll = ReturnType<typeof useRoll>;

/**
 * Adds photos one at a time: each is on disk, together with the record that names it, before the next one
 * starts. A photo taken much later, or after many others, starts a new record.
 */
export function useRoll(into: RollTarget) {
  const store = useStore();
  const { job, zone } = useScreen();
  const writeRecord = (change: Change, photos?: readonly Blob[]) => store.write(change, photos);
  const write = into.write ?? writeRecord;
  const [undecided, setUndecided] = useState<readonly Chosen[]>([]);
  const undecidedNow = useRef(undecided);
  const changeUndecided = (change: (before: readonly Chosen[]) => readonly Chosen[]) =>
    setUndecided((undecidedNow.current = change(undecidedNow.current)));
  const [note, setNote] = useState("");
  const [record, setRecord] = useState(() => into.onto ?? into.record ?? newLocalId());
  const [saving, setSaving] = useState(0);
  const [count, setCount] = useState(0);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const unsaved = useRef(failed);
  const changeFailed = (change: (before: readonly Failed[]) => readonly Failed[]) =>
    setFailed((unsaved.current = change(unsaved.current)));
  // An existing record already has its place.
  const roll = useRef({ record, count: 0, lastAt: 0, hasPlace: into.onto !== undefined });
  /** Full before the place of their photos was known. */
  const fullWithoutPlace = useRef<string[]>([]);
  const queue = useRef(Promise.resolve());
  /** One at a time: decoding hundreds of photos at once would exhaust a phone's memory. */
  const drawing = useRef(Promise.resolve());

  const startRecord = () => {
    const fresh = newLocalId();
    roll.current = { record: fresh, count: 0, lastAt: 0, hasPlace: false };
    setRecord(fresh);
    return fresh;
  };
  const next = () => {
    setCount(0);
    fullWithoutPlace.current = [];
    return startRecord();
  };

  const addFailed = (file: File, why: string, mayTryAgain: boolean) =>
    changeFailed((before) => [...before, { file, why, mayTryAgain }]);

  const addOne = async (chosen: File, chosenAt: number, isCamera: boolean) => {
    const why = describeRefusedFile(chosen, LIMITS);
    if (why) return addFailed(chosen, `${chosen.name} ${why}`, false);
    const examined = await examineFile(chosen, { zone, chosenAt, isCamera });
    if ("why" in examined) return addFailed(chosen, `${chosen.name} ${examined.why}`, false);
    if (examined.was) setNote(`${chosen.name} was converted to JPEG, since ${examined.was} isn’t supported.`);
    const photo = { ...examined, day: dateAt(examined.takenAt ?? chosenAt, zone), chosenAt };
    const isHere = into.isOfAnyDay || photo.day === (into.day ?? dateAt(chosenAt, zone));
    if (isHere || photo.takenAt === null) await savePhoto(photo);
    else changeUndecided((before) => [...before, photo]);
  };

  const savePhoto = async (photo: Chosen) => {
    const { chosenAt } = photo;
    const { count, lastAt } = roll.current;
    if (count > 0 && !into.isOne && chosenAt - lastAt > SAME_ROLL_MS) next();
    else if (count >= MOST_SHOTS && !into.isOne) {
      if (!roll.current.hasPlace) fullWithoutPlace.current.push(roll.current.record);
      startRecord();
    }
    const current = roll.current;
    const isFirst = current.count === 0 && current.record !== into.onto;
    if (!(await writePhoto(photo, current.record, (skew) => (isFirst ? into.first(chosenAt + skew) : {}))))
      return;
    current.count++;
    setCount((before) => before + 1);
    current.lastAt = chosenAt;
  };

  const writePhoto = async (
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
            // A photo taken now has the device's time, corrected by its skew; one from the library its
            // camera's.
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
      addFailed(
        file,
        error instanceof Error ? error.message : "Not saved. Keep this screen open and try again.",
        true,
      );
      return false;
    }
  };

  /** @param day in the job's time zone */
  const decide = (day: string, choice: DayChoice) => {
    const photos = undecidedNow.current.filter((one) => one.day === day);
    changeUndecided((before) => before.filter((one) => one.day !== day));
    if (choice === "none") return;
    setSaving((before) => before + photos.length);
    queue.current = queue.current.then(async () => {
      let of = "";
      let inNote = MOST_SHOTS;
      let saved = 0;
      for (const photo of photos) {
        if (choice === "this day") await savePhoto(photo);
        else {
          if (inNote >= MOST_SHOTS) [of, inNote] = [newLocalId(), 0];
          const isFirst = inNote === 0;
          // A draft belongs to this day, so photos of other days are saved right away.
          if (
            await writePhoto(photo, of, () => (isFirst ? into.first(photo.takenAt!, day) : {}), writeRecord)
          ) {
            inNote++;
            saved++;
          }
        }
        setSaving((before) => before - 1);
      }
      if (saved > 0)
        setNote(
          `${saved === 1 ? "The photo is" : `${saved} photos are`} on ${formatDay(day, dateAt(Date.now(), zone))} now.`,
        );
    });
  };

  /** In order. @param isCamera whether the camera was requested, not the library */
  const add = (files: readonly File[], isCamera = false) => {
    const chosenAt = Date.now();
    setNote("");
    setSaving((before) => before + files.length);
    for (const file of files)
      queue.current = queue.current.then(async () => {
        await addOne(file, chosenAt, isCamera);
        setSaving((before) => before - 1);
      });
    return queue.current;
  };

  const setPlace = (place: Place) => {
    queue.current = queue.current.then(async () => {
      const current = roll.current;
      const withoutPlace = [
        ...fullWithoutPlace.current.splice(0),
        ...(current.count === 0 || current.hasPlace ? [] : [current.record]),
      ];
      current.hasPlace ||= current.count > 0;
      for (const one of withoutPlace)
        await write({ kind: into.kind, record: one, job, sets: { place: { ...place } } }).catch(
          () => undefined,
        );
    });
  };

  const discard = (one: Failed) => changeFailed((before) => before.filter((other) => other !== one));
  const tryAgain = (one: Failed) => {
    discard(one);
    void add([one.file]);
  };

  const tryAllAgain = () => {
    const [again, never] = [
      failed.filter(({ mayTryAgain }) => mayTryAgain),
      failed.filter(({ mayTryAgain }) => !mayTryAgain),
    ];
    changeFailed(() => never);
    void add(again.map(({ file }) => file));
  };

  // Photos that exist only in memory would be lost.
  const hasUnsaved = failed.some(({ mayTryAgain }) => mayTryAgain) || undecided.length > 0 || saving > 0;
  useEffect(() => {
    if (!hasUnsaved) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [hasUnsaved]);

  /** Waits until everything added so far has been tried. */
  const settled = async (): Promise<{
    readonly record: string;
    readonly count: number;
    readonly unsaved: number;
  }> => {
    await queue.current;
    const { record: last, count: saved } = roll.current;
    return {
      record: last,
      count: saved,
      unsaved: unsaved.current.filter(({ mayTryAgain }) => mayTryAgain).length + undecidedNow.current.length,
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
    add,
    setPlace,
    tryAgain,
    tryAllAgain,
    discard,
    next,
  };
}

/** A device that can't inspect a file accepts it; the server inspects it again. */
async function examineFile(file: File, choice: Choice): Promise<Examined | { readonly why: string }> {
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
