import { useEffect, useState } from "react";
import {
  countSavedOriginals,
  countThumbs,
  forgetSavedOriginals,
  room,
  saveThumbs,
  useStore,
} from "#ground/sync/public.tsx";
import { formatBytes } from "#platform/measures/bytes.ts";
import { useLive } from "#platform/local/use-live.ts";
import { useOnline, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import type { RollPhoto } from "../rules/roll.ts";

/** Thumbnails of a job that stay on the device, the newest. */
const MOST_THUMBS = 500;
/** The roll draws first. */
const LATER_MS = 2_000;

async function fetchThumb(sha256: string): Promise<Blob | null> {
  const response = await fetch(`/account/media/${sha256}/thumb`);
  return response.ok ? await response.blob() : null;
}

/** Saves the job's newest thumbnails for later without a signal, and says what the device stores. */
export function DeviceStorage({ photos }: { photos: readonly RollPhoto[] }) {
  const store = useStore();
  const { job } = useScreen();
  const isOnline = useOnline();
  const [isOpen, setOpen] = useState(false);
  const newest = photos
    .slice(-MOST_THUMBS)
    .map(({ shot }) => shot.sha256)
    .toReversed()
    .join(" ");
  useEffect(() => {
    if (!isOnline || !newest) return;
    const later = setTimeout(
      () => void saveThumbs(store, job, newest.split(" "), fetchThumb).catch(() => undefined),
      LATER_MS,
    );
    return () => clearTimeout(later);
  }, [store, job, newest, isOnline]);
  return (
    <details className="roll-storage" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Storage on this device</summary>
      {isOpen ? <Figures /> : null}
    </details>
  );
}

function Figures() {
  const store = useStore();
  const { job } = useScreen();
  const thumbs = useLive(() => countThumbs(store, job), [store, job]) ?? 0;
  const saved = useLive(() => countSavedOriginals(store, job), [store, job]);
  const space = useLive(room, []);
  return (
    <div className="max-w-measure">
      <p>
        {thumbs} {thumbs === 1 ? "thumbnail" : "thumbnails"} of this job’s photos{" "}
        {thumbs === 1 ? "is" : "are"} saved on this device, so that they show without a signal: up to{" "}
        {MOST_THUMBS}, the newest first. Photos taken on this device always show. Originals stay until the
        server has them, and longer if you select photos and save them here.
      </p>
      {saved && saved.count > 0 ? (
        <p>
          {saved.count} {saved.count === 1 ? "original" : "originals"} of this job, {formatBytes(saved.bytes)}
          , {saved.count === 1 ? "is" : "are"} saved on this device.{" "}
          <Button
            type="button"
            kind="quiet"
            size="small"
            onClick={() => void forgetSavedOriginals(store, job)}
          >
            Remove from this device
          </Button>
        </p>
      ) : null}
      {space ? (
        <p>
          Plumbline uses {formatBytes(space.used)} on this device. {formatBytes(space.left)} is left
          {space.isNearlyFull ? ", so no more thumbnails are saved" : ""}.
        </p>
      ) : null}
    </div>
  );
}
