import { useEffect, useRef, useState } from "react";
import { useStore } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import type { NotePhoto } from "./rules.ts";

/** Between two looks for a picture that is still being drawn, in milliseconds, and how often. */
const AGAIN_MS = 2_500;
const MOST_LOOKS = 8;

/** Photos and videos as this device has them, else as the server shows them; each opens large. @param words what they show, for who can't see them */
export function Photos({ photos, words }: { photos: readonly NotePhoto[]; words: string | undefined }) {
  const [open, setOpen] = useState<number>();
  if (photos.length === 0) return null;
  const nameOf = (at: number) => {
    const kind = photos[at]!.is === "video" ? "Video" : "Photo";
    return `${photos.length > 1 ? `${kind} ${at + 1} of ${photos.length}` : kind}${words ? `: ${words.slice(0, 120)}` : ""}`;
  };
  return (
    <>
      <ul className="photos">
        {photos.map((photo, at) => (
          <li key={photo.sha256}>
            <Thumb photo={photo} name={nameOf(at)} onOpen={() => setOpen(at)} />
          </li>
        ))}
      </ul>
      {open === undefined ? null : (
        <Large
          photo={photos[open]!}
          name={nameOf(open)}
          onClose={() => setOpen(undefined)}
          onMove={photos.length > 1 ? (by) => setOpen((open + by + photos.length) % photos.length) : undefined}
        />
      )}
    </>
  );
}

/** Address of an original that this device still has; null when it has it no more, undefined until that is known. */
function useOwn(sha256: string, isWanted: boolean): string | null | undefined {
  const store = useStore();
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    if (!isWanted) return;
    let made: string | null = null;
    let isGone = false;
    void store.original(sha256).then((blob) => {
      if (isGone) return;
      made = blob ? URL.createObjectURL(blob) : null;
      setAddress(made);
    });
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [store, sha256, isWanted]);
  return address;
}

function Thumb({ photo: { sha256, is }, name, onOpen }: { photo: NotePhoto; name: string; onOpen: () => void }) {
  const ref = useRef<HTMLButtonElement>(null);
  // A job may have hundreds: each is read when it comes near.
  const [isNear, setNear] = useState(false);
  const [looks, setLooks] = useState(0);
  const [isAbsent, setAbsent] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), { rootMargin: "300px" });
    watch.observe(ref.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!isAbsent || looks >= MOST_LOOKS) return;
    const timer = setTimeout(() => {
      setAbsent(false);
      setLooks(looks + 1);
    }, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isAbsent, looks]);
  const own = useOwn(sha256, isNear);
  const from = own ?? (own === null ? `/account/media/${sha256}/thumb${looks ? `?${looks}` : ""}` : undefined);
  return (
    <button ref={ref} type="button" className="photo" onClick={onOpen} aria-label={`Open ${name}`}>
      {from && !isAbsent ? (
        is === "video" && own ? (
          <video src={own} muted playsInline preload="metadata" />
        ) : (
          <img src={from} alt="" decoding="async" onError={() => setAbsent(true)} />
        )
      ) : null}
      {is === "video" ? <span className="photo-mark">Video</span> : null}
      {isAbsent ? <span className="photo-mark">{navigator.onLine ? "On its way" : "Not on this device"}</span> : null}
    </button>
  );
}

function Large({
  photo: { sha256, is },
  name,
  onClose,
  onMove,
}: {
  photo: NotePhoto;
  name: string;
  onClose: () => void;
  onMove: ((by: number) => void) | undefined;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const own = useOwn(sha256, true);
  useEffect(() => ref.current!.showModal(), []);
  // Of the dialog as a whole: beside the picture closes it, arrows lead on.
  useEffect(() => {
    const dialog = ref.current!;
    const stop = new AbortController();
    const { signal } = stop;
    dialog.addEventListener("close", onClose, { signal });
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close(), { signal });
    dialog.addEventListener("keydown", ({ key }) => key.startsWith("Arrow") && onMove?.(/Right|Down/.test(key) ? 1 : -1), { signal });
    return () => stop.abort();
  }, [onClose, onMove]);
  const from = own ?? (own === null ? `/account/media/${sha256}/${is === "video" ? "original" : "screen"}` : undefined);
  return (
    <dialog ref={ref} className="photo-large" aria-label={name}>
      {from === undefined ? null : is === "video" ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody wrote captions on a building site; its note says what it shows
        <video key={sha256} src={from} controls playsInline />
      ) : (
        <img key={sha256} src={from} alt={name} />
      )}
      <div className="photo-bar">
        {onMove ? (
          <>
            <Button type="button" kind="plain" onClick={() => onMove(-1)} aria-label="The one before">
              <Icon name="back" />
            </Button>
            <Button type="button" kind="plain" onClick={() => onMove(1)} aria-label="The next one">
              <Icon name="arrow" />
            </Button>
          </>
        ) : null}
        <Button type="button" kind="plain" onClick={() => ref.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
