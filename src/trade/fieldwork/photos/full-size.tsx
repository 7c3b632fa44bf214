import { type ReactNode, type RefObject, useState } from "react";
import { originalHere, savedOriginal, type Store, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { Icon } from "#ui/icons.tsx";
import type { LoadedPhoto } from "./marks/use-mosaics.ts";
import { isVideoType, type Shot } from "./photos.ts";
import { useObjectUrl } from "./use-object-url.ts";

/** What this device has of a photo: its original until the server has it, or after somebody saved it here. */
async function find(store: Store, sha256: string) {
  const here = await originalHere(store, sha256);
  const unsent = here && here.state !== "held" ? await store.original(sha256) : undefined;
  return { here, original: unsent ?? (await savedOriginal(store, sha256)) };
}

const extensionOf = (type: string): string =>
  type.split("/")[1]?.replace("jpeg", "jpg").replace("quicktime", "mov") ?? "bin";

/** Downloads the file as it was made: a row of its own below the other acts. */
export function DownloadOriginal({ shot: { sha256, type } }: { shot: Shot }) {
  const store = useStore();
  const local = useObjectUrl(useLive(() => find(store, sha256), [store, sha256])?.original);
  return (
    <a
      className="button photo-download"
      data-kind="quiet"
      data-size="small"
      href={local ?? `/account/media/${sha256}/original`}
      download={`${sha256.slice(0, 12)}.${extensionOf(type)}`}
    >
      Download original
    </a>
  );
}

/** From this device while the original is here, or else from the server. */
export function FullSize({
  shot: { sha256, type },
  alt,
  isHidden,
  stage,
  content,
  isZoomed,
  children,
}: {
  shot: Shot;
  alt: string;
  /** Until its layer is there, because that hides something. */
  isHidden: boolean;
  /** What gestures are made on, and what they move. */
  stage: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isZoomed: boolean;
  /** The layer over the photo. */
  children: (photo: LoadedPhoto) => ReactNode;
}) {
  const store = useStore();
  const found = useLive(() => find(store, sha256), [store, sha256]);
  const [isUnreadable, setUnreadable] = useState(false);
  const [loaded, setLoaded] = useState<LoadedPhoto>();
  const local = useObjectUrl(found?.original);
  const preview = useObjectUrl(found?.here?.preview);
  const isVideo = isVideoType(type);
  const serverPath = `/account/media/${sha256}`;
  const source = found?.original ? local : isVideo ? `${serverPath}/original` : `${serverPath}/screen`;
  const small = preview ?? `${serverPath}/thumb`;
  return (
    <>
      <div
        ref={stage}
        className="photo-stage"
        data-zoomed={isZoomed || undefined}
        data-video={isVideo || undefined}
      >
        <div ref={content} className="photo-large">
          {!found ? null : isUnreadable && isVideo ? (
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
            <p>
              This photo can’t be shown right now. It’s saved, and will show once the server processes it.
            </p>
          ) : (
            <>
              <img
                src={isUnreadable ? small : source}
                alt={alt}
                draggable={false}
                data-hidden={(isHidden && !loaded) || undefined}
                onLoad={({ currentTarget: image }) =>
                  setLoaded({ image, width: image.naturalWidth, height: image.naturalHeight })
                }
                onError={() => source && setUnreadable(true)}
              />
              {loaded ? children(loaded) : null}
            </>
          )}
        </div>
      </div>
      {found?.here?.state === "refused" || found?.here?.state === "away" ? (
        <p className="field-error">
          <Icon name="warning" />
          <span>{found.here.why ?? "The server rejected this."}</span>
        </p>
      ) : null}
    </>
  );
}
