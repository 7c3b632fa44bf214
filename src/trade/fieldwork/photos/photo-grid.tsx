import { type ReactNode, useEffect, useState } from "react";
import { type Json, originalHere, type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { isVideoType, PHOTO_FIELD, type Shot, shotValue } from "./photos.ts";
import { placeOf } from "../place/place.ts";
import { EntryActButtons } from "./photo-acts.tsx";
import { MarksLayer } from "./marks/marks-layer.tsx";
import type { LoadedPhoto } from "./marks/use-mosaics.ts";
import type { Mark } from "./marks/marks.ts";
import { useMarkedPhotos } from "./photo-marks.ts";
import { PhotoView } from "./photo-view.tsx";
import { useScreen } from "../screen/field-screen.tsx";
import { photoRemarks, formatTaken } from "./photo-remarks.ts";
import { useObjectUrl } from "./use-object-url.ts";
import { useWrite } from "../form/use-write.tsx";

/**
 * A removed photo can be restored while it is on the screen.
 * @param stay whether photos can't be removed; a guest can only remove their own
 * @param below what is shown below each
 */
export function Photos({
  shots,
  note,
  label,
  stay = false,
  below,
}: {
  shots: readonly Shot[];
  note: ShownRecord;
  label: string;
  stay?: boolean;
  below?: (shot: Shot) => ReactNode;
}) {
  const store = useStore();
  const [open, setOpen] = useState<number | null>(null);
  const [removed, setRemoved] = useState<{ readonly shot: Shot; readonly value: Json } | null>(null);
  const { write, line } = useWrite();
  const target = { kind: note.kind, record: note.id, job: note.job };
  const { zone, isOwnBusiness } = useScreen();
  const [now] = useState(() => Date.now());
  const remarks = photoRemarks(shots, zone, now);
  const mayRemove = ({ sha256 }: Shot): boolean =>
    !stay &&
    (isOwnBusiness ||
      (note.fields[PHOTO_FIELD + sha256]?.values.every(({ author }) => author === store.who.user) ?? false));
  const remove = async (shot: Shot) => {
    setOpen(null);
    // As it was, because some kinds say more of a photo.
    const value = note.values[PHOTO_FIELD + shot.sha256] ?? shotValue(shot);
    if (!(await write({ ...target, sets: { [PHOTO_FIELD + shot.sha256]: null } }))) return;
    setRemoved({ shot, value });
    // If the server refused the photo, stop showing that.
    await store.putAway(shot.sha256);
  };
  const restore = async ({ shot: { sha256 }, value }: { shot: Shot; value: Json }) => {
    if (await write({ ...target, sets: { [PHOTO_FIELD + sha256]: value }, media: [sha256] }))
      setRemoved(null);
  };
  const marked = useMarkedPhotos(shots.map(({ sha256 }) => sha256));
  const shown = open === null ? undefined : shots[open];
  return (
    <>
      {shots.length > 0 ? (
        <ul className="photos" aria-label={label}>
          {shots.map((shot, index) => (
            <li key={shot.sha256}>
              <button type="button" className="photo" onClick={() => setOpen(index)}>
                <span className="sr-only">
                  Open {isVideoType(shot.type) ? "video" : "photo"} {index + 1} of {shots.length},{" "}
                  {formatTaken(shot, zone, now)}
                </span>
                <Thumbnail shot={shot} marks={marked.get(shot.sha256)} />
              </button>
              {below?.(shot)}
            </li>
          ))}
        </ul>
      ) : null}
      {remarks.length > 0 ? <p className="field-hint">{remarks.join("; ")}</p> : null}
      <p role="status" className="photo-off">
        {removed ? (
          <>
            {isVideoType(removed.shot.type) ? "Video" : "Photo"} removed.{" "}
            <Button type="button" kind="quiet" size="small" onClick={() => void restore(removed)}>
              Undo
            </Button>
          </>
        ) : null}
      </p>
      {line}
      {shown ? (
        <PhotoView
          shot={shown}
          when={formatTaken(shown, zone, now)}
          place={placeOf(note.values["place"])}
          index={open!}
          count={shots.length}
          go={setOpen}
          takeOff={mayRemove(shown) ? () => void remove(shown) : undefined}
          acts={<EntryActButtons record={note} shots={[shown]} />}
        />
      ) : null}
    </>
  );
}

/** Waits before requesting a thumbnail that the server hasn't drawn yet. */
const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** This device's preview, or else its original, or else the server's thumbnail. */
export function Thumbnail({
  shot: { sha256, type },
  marks = [],
}: {
  shot: Shot;
  marks?: readonly Mark[] | undefined;
}) {
  const store = useStore();
  const here = useLive(() => originalHere(store, sha256), [store, sha256]);
  const isVideo = isVideoType(type);
  const isRefused = here?.state === "refused" || here?.state === "away";
  const wantsOriginal = here && here.state !== "held" && !here.preview && !isVideo;
  const original = useLive(
    async () => (wantsOriginal ? await store.original(sha256) : undefined),
    [store, sha256, wantsOriginal],
  );
  const address = useObjectUrl(here?.preview ?? original);
  const [tries, setTries] = useState(0);
  const [isAbsent, setAbsent] = useState(false);
  const [loaded, setLoaded] = useState<LoadedPhoto>();
  useEffect(() => {
    if (!isAbsent) return;
    const retry = () => {
      setAbsent(false);
      setTries((before) => before + 1);
    };
    const wait = setTimeout(retry, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
    addEventListener("online", retry);
    return () => {
      clearTimeout(wait);
      removeEventListener("online", retry);
    };
  }, [isAbsent, tries]);
  const source =
    address ??
    (here === undefined || here?.preview || wantsOriginal ? undefined : `/account/media/${sha256}/thumb`);
  return (
    <>
      {source && !isAbsent ? (
        <img
          // A mouse would carry the picture away where people drag across many to select them.
          draggable={false}
          key={tries}
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget: image }) =>
            setLoaded({ image, width: image.naturalWidth, height: image.naturalHeight })
          }
          onError={() => setAbsent(true)}
        />
      ) : (
        <span className="photo-none">{isAbsent ? "Not loaded yet" : null}</span>
      )}
      {loaded && source && !isAbsent && marks.length > 0 ? (
        <MarksLayer marks={marks} photo={loaded} preserveAspectRatio="xMidYMid slice" />
      ) : null}
      {isVideo ? (
        <span className="photo-mark" data-at="start">
          Video
        </span>
      ) : null}
      {here && here.state !== "held" ? (
        <span className="photo-mark">
          <Icon name={isRefused ? "warning" : "clock"} />
          {isRefused ? "Rejected" : "On this device"}
        </span>
      ) : null}
    </>
  );
}
