import { useEffect, useRef, useState } from "react";
import { MOST_PHOTO_BYTES, MOST_VIDEO_BYTES } from "#ground/media/public.tsx";
import { type Change, hashOriginal, room, savePreview, type Store, useStore } from "#ground/sync/public.tsx";
import { useScreen } from "../screen/field-screen.tsx";
import { useLabels } from "../values/labels.ts";
import { dateAt } from "../entries/late-rules.ts";
import { formatDay } from "./photo-remarks.ts";
import { isVideoType, PHOTO_FIELD, type Shot, shotsOf, shotValue } from "./photos.ts";
import { type DrawnPicture, drawPicture, drawThumbnail } from "./thumbnail.ts";
import { filesIn } from "./import/files-in.ts";
import { type Copy, type Imported, importPhotos, NOTHING_IMPORTED } from "./import/import-photos.ts";

/** A file of a ZIP is in memory as a whole while it is saved. */
const MOST_UNPACKED = 200 * 1024 * 1024;

const NOT_DRAWN: DrawnPicture = { preview: null, likeness: null };

interface ImportTarget {
  /** Names of the jobs on this device, by id. */
  jobNames(): Promise<ReadonlyMap<string, string>>;
  /**
   * The change that records a photo.
   * @param field its `photos.{sha256}`
   * @param likeness null for a video, and for a photo that this browser can't decode
   */
  changeOf(
    sha256: string,
    field: Readonly<Record<string, ReturnType<typeof shotValue>>>,
    likeness: string | null,
  ): Change;
}

/** Imports photos, videos and ZIPs into a job, one file at a time, and knows what was taken so far. */
export function useImport({ jobNames, changeOf }: ImportTarget) {
  const store = useStore();
  const { job, zone } = useScreen();
  const { kinds } = useLabels();
  const [sum, setSum] = useState<Imported>(NOTHING_IMPORTED);
  const [state, setState] = useState<"none" | "running" | "done" | "stopped" | "full" | "no room">("none");
  /** Bytes of what was chosen, and what this device has left. */
  const [space, setSpace] = useState({ needed: 0, left: 0 });
  const isStopped = useRef(false);
  useEffect(() => () => void (isStopped.current = true), []);

  const run = async (files: readonly File[]) => {
    isStopped.current = false;
    setSum(NOTHING_IMPORTED);
    const needed = files.reduce((bytes, { size }) => bytes + size, 0);
    const left = (await room())?.left ?? Infinity;
    setSpace({ needed, left });
    // Better nothing than half of a job's photos.
    if (needed > left) return setState("no room");
    setState("running");
    const chosenAt = Date.now();
    const { examine } = await import("./examine.ts");
    const withPhotos = kinds.filter(({ fields }) => Object.hasOwn(fields, `${PHOTO_FIELD}*`));
    const copies = await copiesOnDevice(
      store,
      withPhotos.map(({ kind }) => kind),
      await jobNames(),
      {
        zone,
        today: dateAt(chosenAt, zone),
      },
    );
    const isStored = askReceipts(store);
    const results = importPhotos(filesIn(files, MOST_UNPACKED), {
      job,
      most: { photo: MOST_PHOTO_BYTES, video: MOST_VIDEO_BYTES },
      hash: hashOriginal,
      copiesOf: (sha256) => copies.get(sha256) ?? [],
      isStored,
      examine: (file) => examine(file, { zone, chosenAt, isCamera: false }),
      async save({ file, takenAt, basis, isIncomplete }, sha256) {
        const value = shotValue({
          type: file.type.slice(0, 100),
          at: takenAt ?? chosenAt,
          ...(basis ? { clock: basis } : {}),
          ...(isIncomplete ? { incomplete: true } : {}),
        });
        const isVideo = isVideoType(file.type);
        const { preview, likeness } = isVideo ? NOT_DRAWN : await drawPicture(file);
        await store.write(changeOf(sha256, { [PHOTO_FIELD + sha256]: value }, likeness), [file]);
        if (preview) await savePreview(store, sha256, preview);
        if (isVideo) await drawThumbnail(store, sha256, file);
      },
    });
    for await (const soFar of results) {
      setSum(soFar);
      if (soFar.isFull) return setState("full");
      if (isStopped.current) return setState("stopped");
    }
    setState("done");
  };
  return { sum, state, space, run, stop: () => void (isStopped.current = true) };
}

/** Longest wait for the server, in milliseconds. */
const PATIENCE_MS = 3000;

/** Asks the server for one photo at a time, and no more after the first time that it couldn't be reached. */
function askReceipts({ who }: Store): (sha256: string) => Promise<boolean> {
  let isReached = true;
  return async (sha256) => {
    if (!isReached) return false;
    try {
      const response = await fetch("/account/media/receipts", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ account: who.account, hashes: [sha256] }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const { held } = (await response.json()) as { readonly held?: readonly string[] };
      isReached = response.ok;
      return held?.includes(sha256) ?? false;
    } catch {
      isReached = false;
      return false;
    }
  };
}

/** Where each photo of this device is: its jobs, and when it was taken. */
async function copiesOnDevice(
  store: Store,
  kinds: readonly string[],
  names: ReadonlyMap<string, string>,
  { zone, today }: { readonly zone: string; readonly today: string },
): Promise<ReadonlyMap<string, readonly Copy[]>> {
  const found = new Map<string, Copy[]>();
  const dayOf = ({ at }: Shot) => formatDay(dateAt(at, zone), today);
  for (const kind of kinds)
    for (const { job, values } of await store.recordsOf(kind, null)) {
      if (job === null) continue;
      for (const shot of shotsOf(values)) {
        const copy = { job, jobName: names.get(job) ?? "another job", day: dayOf(shot) };
        found.set(shot.sha256, [...(found.get(shot.sha256) ?? []), copy]);
      }
    }
  return found;
}
