import { useEffect, useState } from "react";
import { savedOriginal, saveOriginals, type Store, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { useOnline } from "../screen/use-online.ts";

/** Pictures of a job that are saved without being asked for. */
const MOST_SAVED = 100;

async function download(sha256: string): Promise<Blob | null> {
  const answer = await fetch(`/account/media/${sha256}/original`);
  return answer.ok ? await answer.blob() : null;
}

const onDevice = async (store: Store, sha256: string): Promise<Blob | undefined> =>
  (await savedOriginal(store, sha256)) ?? (await store.original(sha256));

/**
 * Saves pictures that people look at without a signal, such as pages of plans, on this device.
 * @param hashes SHA-256, the most wanted first
 * @returns why some aren’t saved, null if all are
 */
export function useSavedPictures(job: string, hashes: readonly string[]): string | null {
  const store = useStore();
  const isOnline = useOnline();
  const [why, setWhy] = useState<string | null>(null);
  const wanted = [...new Set(hashes)].slice(0, MOST_SAVED).join(" ");
  useEffect(() => {
    if (!isOnline || !wanted) return;
    let isCurrent = true;
    void saveOriginals(store, job, wanted.split(" "), download).then(
      (saved) => isCurrent && setWhy(saved.why),
    );
    return () => {
      isCurrent = false;
    };
  }, [store, job, wanted, isOnline]);
  return why;
}

/** Waits before asking again for a picture that the server doesn’t have yet. */
const RETRY_MS = [2_000, 5_000, 15_000, 30_000, 60_000];

/** A picture from this device, else from the server, and then saved; null while it is nowhere. */
export function useSavedPicture(job: string, sha256: string): Blob | null | undefined {
  const store = useStore();
  const isOnline = useOnline();
  const here = useLive(async () => (await onDevice(store, sha256)) ?? null, [store, sha256]);
  const [fetched, setFetched] = useState<Blob | null>();
  const isAbsent = here === null && !fetched;
  useEffect(() => {
    if (!isAbsent) return;
    let [isCurrent, tries] = [true, 0];
    let wait: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const picture = await download(sha256).catch(() => null);
      if (!isCurrent) return;
      setFetched(picture);
      if (picture) await saveOriginals(store, job, [sha256], () => Promise.resolve(picture));
      else wait = setTimeout(() => void ask(), RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
    };
    void ask();
    return () => {
      isCurrent = false;
      clearTimeout(wait);
    };
  }, [store, job, sha256, isAbsent, isOnline]);
  return here ?? fetched;
}
