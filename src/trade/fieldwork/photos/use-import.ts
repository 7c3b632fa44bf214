import { useEffect, useRef, useState } from "react";
import { MOST_PHOTO_BYTES, MOST_VIDEO_BYTES } from "#ground/media/public.tsx";
import { type Change, hashOriginal, type Store, useStore } from "#ground/sync/public.tsx";
import { useScreen } from "../screen/field-screen.tsx";
import { useLabels } from "../values/labels.ts";
import { dateAt } from "../entries/late-rules.ts";
import { formatDay } from "./photo-remarks.ts";
import { PHOTO_FIELD, type Shot, shotsOf, shotValue } from "./photos.ts";
import { filesIn } from "./import/files-in.ts";
import { type Copy, type Imported, importPhotos, NOTHING_IMPORTED } from "./import/import-photos.ts";

/** A file of a ZIP is in memory as a whole while it is saved. */
const MOST_UNPACKED = 200 * 1024 * 1024;

interface ImportTarget {
  /** Names of the jobs on this device, by id. */
  jobNames(): Promise<ReadonlyMap<string, string>>;
  /** The change that records a photo; its `photos.{sha256}` is in `field`. */
  changeOf(sha256: string, field: Readonly<Record<string, ReturnType<typeof shotValue>>>): Change;
}

/** Imports photos, videos and ZIPs into a job, one file at a time, and knows what was taken so far. */
export function useImport({ jobNames, changeOf }: ImportTarget) {
  const store = useStore();
  const { job, zone } = useScreen();
  const { kinds } = useLabels();
  const [sum, setSum] = useState<Imported>(NOTHING_IMPORTED);
  const [state, setState] = useState<"none" | "running" | "done" | "stopped">("none");
  const isStopped = useRef(false);
  useEffect(() => () => void (isStopped.current = true), []);

  const run = async (files: readonly File[]) => {
    isStopped.current = false;
    setSum(NOTHING_IMPORTED);
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
        await store.write(changeOf(sha256, { [PHOTO_FIELD + sha256]: value }), [file]);
      },
    });
    for await (const soFar of results) {
      setSum(soFar);
      if (isStopped.current) return setState("stopped");
    }
    setState("done");
  };
  return { sum, state, run, stop: () => void (isStopped.current = true) };
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
