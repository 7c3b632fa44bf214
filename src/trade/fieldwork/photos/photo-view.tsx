import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { originalHere, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { isVideoType, type Shot } from "./photos.ts";
import { directionsTo, type Place } from "../place/place.ts";
import { describeDoubt } from "./photo-remarks.ts";
import { useObjectUrl } from "./use-object-url.ts";

/** Arrow keys move to other photos, Escape closes. */
export function PhotoView({
  shot,
  when,
  place,
  index,
  count,
  go,
  takeOff,
  acts,
}: {
  shot: Shot;
  when: string;
  place: Place | null;
  index: number;
  count: number;
  go: (index: number | null) => void;
  /** Undefined if it can't be removed. */
  takeOff: (() => void) | undefined;
  /** More buttons. */
  acts: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const step = (by: number) => {
    const to = index + by;
    if (to >= 0 && to < count) go(to);
  };
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    // Videos use the arrow keys themselves.
    if (target instanceof HTMLVideoElement) return;
    if (key === "ArrowLeft") step(-1);
    if (key === "ArrowRight") step(1);
  };
  const directions = place && directionsTo({ address: null, position: place });
  return (
    <dialog
      ref={dialog}
      className="photo-view"
      aria-label={`${index + 1} of ${count}`}
      onClose={() => go(null)}
      onKeyDown={onKeyDown}
    >
      <div className="photo-view-head">
        <p>
          <span data-figures="">
            {index + 1} of {count}
          </span>
          , {when}
          {describeDoubt(shot) ? ` (${describeDoubt(shot)})` : null}
        </p>
        <Button type="button" kind="quiet" size="small" autoFocus onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          Close
        </Button>
      </div>
      <FullSize key={shot.sha256} shot={shot} alt={`Photo of ${when}`} />
      {shot.incomplete ? <p className="field-hint">This photo got cut off: the bottom is missing.</p> : null}
      {directions ? (
        <p className="field-hint">
          <a className="text-link job-way" href={directions} rel="noreferrer">
            {place.lat.toFixed(5)}, {place.lon.toFixed(5)}
          </a>{" "}
          within {place.accuracy} m, as reported by the device
        </p>
      ) : null}
      <div className="photo-view-foot">
        {count > 1 ? (
          <>
            <Button
              type="button"
              kind="plain"
              size="small"
              onClick={() => step(-1)}
              aria-disabled={index === 0 || undefined}
            >
              Previous
            </Button>
            <Button
              type="button"
              kind="plain"
              size="small"
              onClick={() => step(1)}
              aria-disabled={index === count - 1 || undefined}
            >
              Next
            </Button>
          </>
        ) : null}
        {acts}
        {takeOff ? (
          <Button type="button" kind="quiet" size="small" onClick={takeOff}>
            Delete photo
          </Button>
        ) : null}
      </div>
    </dialog>
  );
}

/** From this device while the original is here, or else from the server. */
function FullSize({ shot: { sha256, type }, alt }: { shot: Shot; alt: string }) {
  const store = useStore();
  const found = useLive(async () => {
    const here = await originalHere(store, sha256);
    return { here, original: here && here.state !== "held" ? await store.original(sha256) : undefined };
  }, [store, sha256]);
  const [isUnreadable, setUnreadable] = useState(false);
  const local = useObjectUrl(found?.original);
  const preview = useObjectUrl(found?.here?.preview);
  if (!found) return <div className="photo-large" />;
  const serverPath = `/account/media/${sha256}`;
  const isVideo = isVideoType(type);
  const source = found.original ? local : isVideo ? `${serverPath}/original` : `${serverPath}/screen`;
  const small = preview ?? `${serverPath}/thumb`;
  return (
    <>
      <div className="photo-large">
        {isUnreadable && isVideo ? (
          <p>
            This video can’t play here right now. It’s saved. Try again with a signal, or on another device.
          </p>
        ) : isVideo ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- filmed on a site a moment ago: nobody has written captions
          <video
            src={source}
            poster={small}
            controls
            playsInline
            preload="metadata"
            onError={() => source && setUnreadable(true)}
          />
        ) : isUnreadable && !preview ? (
          <p>This photo can’t be shown right now. It’s saved, and will show once the server processes it.</p>
        ) : (
          <img src={isUnreadable ? small : source} alt={alt} onError={() => source && setUnreadable(true)} />
        )}
      </div>
      {found.here?.state === "refused" || found.here?.state === "away" ? (
        <p className="field-error">
          <Icon name="warning" />
          <span>{found.here.why ?? "The server rejected this."}</span>
        </p>
      ) : null}
      <p>
        <a
          className="text-link job-way"
          href={found.original ? local : `${serverPath}/original`}
          download={`${sha256.slice(0, 12)}.${type.split("/")[1]?.replace("jpeg", "jpg").replace("quicktime", "mov") ?? "bin"}`}
        >
          Download original
        </a>
      </p>
    </>
  );
}
