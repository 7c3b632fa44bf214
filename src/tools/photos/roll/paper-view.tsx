import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { hashOriginal, savePreview, useStore } from "#ground/sync/public.tsx";
import { type Corner, type Corners, isPaper, WHOLE } from "#platform/pictures/paper.ts";
import { PHOTO_FIELD, shotValue } from "#trade/fieldwork/public.ts";
import {
  cornersIn,
  drawPicture,
  openPaper,
  straighten,
  useObjectUrl,
  useScreen,
} from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { photoId } from "../rules/ids.ts";
import { PHOTO } from "../rules/photo.ts";
import type { RollPhoto } from "../rules/roll.ts";

const NAMES = ["Top left", "Top right", "Bottom right", "Bottom left"] as const;
/** Of the picture, by an arrow key; with Shift, ten times as far. */
const STEP = 0.005;
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const within = (value: number): number => Math.min(1, Math.max(0, value));

/** Straightens the paper on a photo. The photo stays; the paper is another one, which names it. */
export function PaperView({
  photo: { shot, facts },
  close,
}: {
  photo: RollPhoto;
  /** @param made the SHA-256 of the straightened paper */
  close: (made?: string) => void;
}) {
  const store = useStore();
  const { job, tell } = useScreen();
  const dialog = useRef<HTMLDialogElement>(null);
  const made = useRef<string>(undefined);
  const [opened, setOpened] = useState<{ readonly blob: Blob; readonly bitmap: ImageBitmap }>();
  const [corners, setCorners] = useState<Corners>(WHOLE);
  const [isFound, setFound] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const address = useObjectUrl(opened?.blob);
  const { sha256 } = shot;
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    let isOver = false;
    const open = async () => {
      const blob =
        (await store.original(sha256)) ?? (await (await fetch(`/account/media/${sha256}/original`)).blob());
      const bitmap = await openPaper(blob);
      const found = cornersIn(bitmap);
      if (isOver) return bitmap.close();
      setOpened({ blob, bitmap });
      setFound(found !== null);
      if (found) setCorners(found);
    };
    open().catch(
      () => isOver || setProblem("This photo can’t be opened here right now. Try again with a signal."),
    );
    return () => void (isOver = true);
  }, [store, sha256]);
  useEffect(() => () => opened?.bitmap.close(), [opened]);
  const move = (at: number, to: Corner) =>
    setCorners((before) => before.map((one, turn) => (turn === at ? to : one)) as unknown as Corners);
  const save = async () => {
    if (!opened || isSaving) return;
    if (!isPaper(corners)) return setProblem("Drag the corners so that they go around the paper.");
    setSaving(true);
    setProblem(undefined);
    try {
      const file = await straighten(opened.bitmap, corners);
      const paper = await hashOriginal(file);
      const { preview, likeness } = await drawPicture(file);
      const { room, trade, stage } = facts;
      await store.write(
        {
          ...{ kind: PHOTO, record: photoId(job, paper), job },
          sets: {
            ...{ sha256: paper, paperOf: sha256, room, trade, stage, likeness },
            // As old as what it shows, so that the two are beside each other.
            [PHOTO_FIELD + paper]: shotValue({ type: file.type, at: shot.at }),
          },
        },
        [file],
      );
      if (preview) await savePreview(store, paper, preview);
      tell.done("Straightened and saved. The photo it was made from is still here.");
      made.current = paper;
      dialog.current?.close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Not saved. Try again.");
      setSaving(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="photo-view"
      aria-label="Straighten paper"
      onClose={() => close(made.current)}
    >
      <div className="photo-view-head">
        <p role="status">
          {isSaving
            ? "Straightening…"
            : opened
              ? isFound
                ? "Check the corners, then save."
                : "No paper found. Drag the corners to it."
              : "Looking for the paper…"}
        </p>
        <Button type="button" kind="quiet" size="small" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          Close
        </Button>
      </div>
      <div className="paper-stage">
        {address ? (
          <div className="paper-photo">
            <img src={address} alt="" draggable={false} />
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
              <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(" ")} />
            </svg>
            {corners.map((corner, at) => (
              <CornerHandle key={NAMES[at]} name={NAMES[at]!} corner={corner} move={(to) => move(at, to)} />
            ))}
          </div>
        ) : null}
      </div>
      <StatusLine kind="error">{problem}</StatusLine>
      <div className="photo-view-foot">
        <Button type="button" aria-disabled={isSaving || !opened || undefined} onClick={() => void save()}>
          Save straightened
        </Button>
      </div>
    </dialog>
  );
}

/** Dragged with a finger, or moved with arrow keys. */
function CornerHandle({
  name,
  corner: { x, y },
  move,
}: {
  name: string;
  corner: Corner;
  move: (to: Corner) => void;
}) {
  const isDragged = useRef(false);
  const drag = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (!isDragged.current || !box) return;
    move({ x: within((clientX - box.left) / box.width), y: within((clientY - box.top) / box.height) });
  };
  const press = (event: KeyboardEvent) => {
    const way = MOVES[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? STEP * 10 : STEP;
    move({ x: within(x + way[0] * step), y: within(y + way[1] * step) });
  };
  return (
    <button
      type="button"
      className="paper-corner"
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      onPointerDown={(event) => {
        isDragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => (isDragged.current = false)}
      onPointerCancel={() => (isDragged.current = false)}
      onKeyDown={press}
    >
      <span className="sr-only">{name} corner: use the arrow keys</span>
    </button>
  );
}
