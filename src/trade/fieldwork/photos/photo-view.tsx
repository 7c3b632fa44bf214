import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useZoom } from "#platform/gestures/use-zoom.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { directionsTo, type Place } from "../place/place.ts";
import { MarkCanvas } from "./marks/mark-canvas.tsx";
import { MarkTools } from "./marks/mark-tools.tsx";
import { MarksLayer } from "./marks/marks-layer.tsx";
import { useMarks } from "./photo-marks.ts";
import { useMarkEditor } from "./use-mark-editor.ts";
import { describeDoubt } from "./photo-remarks.ts";
import { isVideoType, type Shot } from "./photos.ts";
import { DownloadOriginal, FullSize } from "./full-size.tsx";

/**
 * A photo or video on the whole screen. Pinch, wheel and double tap zoom; swipes and arrow keys move to other
 * photos; a swipe down and Escape close.
 */
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
  const stage = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const [drawnOn, setDrawnOn] = useState<string | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { sha256 } = shot;
  const isVideo = isVideoType(shot.type);
  const isDrawing = drawnOn === sha256;
  const ofPhoto = useMarks(sha256);
  const editor = useMarkEditor(sha256, ofPhoto);
  const close = () => dialog.current?.close();
  const step = (by: number): boolean => {
    const to = index + by;
    const isThere = to >= 0 && to < count;
    if (isThere) go(to);
    return isThere;
  };
  const { reset } = useZoom(stage, content, { step, close, zoomed: setScale }, { isOff: isVideo, isDrawing });
  useEffect(reset, [reset, sha256]);
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    // Videos, fields and choices use the arrow keys themselves.
    if (isDrawing || target instanceof HTMLVideoElement) return;
    if (key === "ArrowLeft") step(-1);
    if (key === "ArrowRight") step(1);
  };
  const onCancel = (event: SyntheticEvent) => {
    if (!isDrawing) return;
    event.preventDefault();
    setDrawnOn(null);
  };
  const doubt = describeDoubt(shot);
  return (
    <dialog
      ref={dialog}
      className="photo-view"
      aria-label={`${index + 1} of ${count}`}
      onClose={() => go(null)}
      onCancel={onCancel}
      onKeyDown={onKeyDown}
    >
      <div className="photo-view-head">
        <p aria-live="polite">
          <span data-figures="">
            {index + 1} of {count}
          </span>
          , {when}
          {doubt ? ` (${doubt})` : null}
        </p>
        <Button kind="quiet" size="small" autoFocus onClick={close}>
          <Icon name="close" />
          Close
        </Button>
      </div>
      <FullSize
        key={sha256}
        shot={shot}
        alt={`Photo of ${when}`}
        isHidden={ofPhoto.marks.some(({ kind }) => kind === "blur")}
        stage={stage}
        content={content}
        isZoomed={scale > 1}
      >
        {(photo) =>
          isDrawing ? (
            <MarkCanvas editor={editor} photo={photo} scale={scale} />
          ) : ofPhoto.marks.length > 0 ? (
            <MarksLayer marks={ofPhoto.marks} photo={photo} />
          ) : null
        }
      </FullSize>
      {isDrawing ? (
        <MarkTools editor={editor} done={() => setDrawnOn(null)} />
      ) : (
        <>
          <Facts shot={shot} place={place} isMarkedTwice={ofPhoto.isConflict} />
          <div className="photo-view-foot">
            {count > 1 ? (
              <>
                <Button
                  kind="plain"
                  size="small"
                  onClick={() => step(-1)}
                  aria-disabled={index === 0 || undefined}
                >
                  <Icon name="back" />
                  <span className="sr-only">Previous</span>
                </Button>
                <Button
                  kind="plain"
                  size="small"
                  className="photo-view-next"
                  onClick={() => step(1)}
                  aria-disabled={index === count - 1 || undefined}
                >
                  <Icon name="back" />
                  <span className="sr-only">Next</span>
                </Button>
              </>
            ) : null}
            {ofPhoto.save && !isVideo ? (
              <Button kind="plain" size="small" onClick={() => setDrawnOn(sha256)}>
                <Icon name="edit" />
                Draw
              </Button>
            ) : null}
            {acts}
            {takeOff ? (
              <Button kind="quiet" size="small" onClick={takeOff}>
                Delete photo
              </Button>
            ) : null}
            <DownloadOriginal shot={shot} />
          </div>
        </>
      )}
    </dialog>
  );
}

/** What is known of a photo, below it. */
function Facts({ shot, place, isMarkedTwice }: { shot: Shot; place: Place | null; isMarkedTwice: boolean }) {
  const directions = place && directionsTo({ address: null, position: place });
  return (
    <>
      {isMarkedTwice ? (
        <p className="field-hint">Two people drew on this photo. It shows what both drew.</p>
      ) : null}
      {shot.incomplete ? <p className="field-hint">This photo got cut off: the bottom is missing.</p> : null}
      {directions ? (
        <p className="field-hint">
          <a className="text-link job-way" href={directions} rel="noreferrer">
            {place.lat.toFixed(5)}, {place.lon.toFixed(5)}
          </a>{" "}
          within {place.accuracy} m, as reported by the device
        </p>
      ) : null}
    </>
  );
}
