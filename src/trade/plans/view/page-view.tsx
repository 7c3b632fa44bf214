import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useZoom, type View } from "#platform/gestures/use-zoom.ts";
import { Button } from "#ui/button.tsx";
import { clusters, type PlanPin, type PlanPage } from "../rules.ts";
import { Pins } from "./pins.tsx";
import { cutTiles, type Layers, type Tile, tilesIn } from "./tiles.ts";

/** CSS pixels that a pin needs for itself. */
const PIN_SIZE = 40;
const STEP = { zoom: 1.6, pan: 80 };
const LONG_PRESS = { ms: 550, near: 10 };

/** A spot on a page: fractions of its width and height. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The size at which a page fits, in CSS pixels. */
function useFit(stage: RefObject<HTMLElement | null>, { width, height }: PlanPage) {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => {
      const by = Math.min(element.clientWidth / width, element.clientHeight / height);
      setSize({ width: width * by, height: height * by });
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [stage, width, height]);
  return size;
}

/** Cuts a picture while it is shown. @returns what is ready; null if this browser can’t decode it */
function useLayers(picture: Blob): Layers | null {
  const [layers, setLayers] = useState<Layers | null>([]);
  useEffect(() => {
    const cutting = new AbortController();
    cutTiles(picture, (ready) => cutting.signal.aborted || setLayers(ready), cutting.signal).catch(
      () => cutting.signal.aborted || setLayers((ready) => (ready?.length ? ready : null)),
    );
    return () => cutting.abort();
  }, [picture]);
  return layers;
}

/**
 * A page with its pins: moved and zoomed by fingers, wheel and keys. A long press, or the mark in the middle
 * while `isPlacing`, chooses a spot. Another page has another key.
 * @param step goes to another page; @returns whether there is one
 */
export function PageView({
  page,
  picture,
  label,
  pins,
  open,
  step,
  place,
  isPlacing,
}: {
  page: PlanPage;
  picture: Blob;
  label: string;
  pins: readonly PlanPin[];
  open: (pin: PlanPin) => void;
  step: (by: 1 | -1) => boolean;
  /** Undefined if this person can’t add any. */
  place: ((spot: Spot) => void) | undefined;
  isPlacing: boolean;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  // The device may hand out the same bytes as another blob when it has sent them.
  const [shown] = useState(picture);
  const layers = useLayers(shown);
  const fit = useFit(stage, page);
  const [tiles, setTiles] = useState<readonly Tile[]>([]);
  const [scale, setScale] = useState(1);
  const frame = useRef(0);
  const look = useCallback(() => {
    frame.current = 0;
    const [around, on] = [stage.current?.getBoundingClientRect(), sheet.current?.getBoundingClientRect()];
    if (!around || !on || !layers || on.width === 0) return;
    const visible = tilesIn(layers, on.width * devicePixelRatio, {
      left: (around.left - on.left) / on.width,
      top: (around.top - on.top) / on.height,
      right: (around.right - on.left) / on.width,
      bottom: (around.bottom - on.top) / on.height,
    });
    const isSame = (before: readonly Tile[]) =>
      before.length === visible.length && before.every((tile, at) => tile === visible[at]);
    setTiles((before) => (isSame(before) ? before : visible));
  }, [layers]);
  const moved = useCallback(
    (view: View) => {
      content.current?.style.setProperty("--zoom", String(view.scale));
      setScale(view.scale);
      frame.current ||= requestAnimationFrame(look);
    },
    [look],
  );
  const home = useRef<() => void>(() => undefined);
  const { reset, pan, zoom } = useZoom(
    stage,
    content,
    { step, close: () => home.current(), moved },
    { isOff: false, isDrawing: false },
  );
  useEffect(() => {
    home.current = reset;
  }, [reset]);
  useEffect(look, [look, fit]);
  const spotAt = (x: number, y: number): Spot | null => {
    const on = sheet.current!.getBoundingClientRect();
    const spot = { x: (x - on.left) / on.width, y: (y - on.top) / on.height };
    return spot.x >= 0 && spot.x <= 1 && spot.y >= 0 && spot.y <= 1 ? spot : null;
  };
  const placeAt = (x: number, y: number) => {
    const spot = spotAt(x, y);
    if (spot) place?.(spot);
  };
  const press = useLongPress(placeAt);
  const keys: Readonly<Record<string, () => void>> = {
    "+": () => zoom(STEP.zoom),
    "=": () => zoom(STEP.zoom),
    "-": () => zoom(1 / STEP.zoom),
    "0": reset,
    ArrowLeft: () => pan(STEP.pan, 0),
    ArrowRight: () => pan(-STEP.pan, 0),
    ArrowUp: () => pan(0, STEP.pan),
    ArrowDown: () => pan(0, -STEP.pan),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const size = steady(scale);
  const found = useMemo(
    () =>
      fit ? clusters(pins, { x: PIN_SIZE / (fit.width * size), y: PIN_SIZE / (fit.height * size) }) : [],
    [pins, fit, size],
  );
  const approach = useCallback((x: number, y: number) => zoom(2.5, [x, y]), [zoom]);
  return (
    <div className="plan-frame">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see its label */}
      <div
        ref={stage}
        className="photo-stage plan-stage"
        data-zoomed={scale > 1 || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved and zoomed by keys
        tabIndex={0}
        role="group"
        aria-label={`${label}. Plus and minus zoom, the arrow keys move.`}
        onKeyDown={onKeyDown}
        {...(place ? press : {})}
      >
        <div ref={content} className="plan-content">
          {fit ? (
            <div ref={sheet} className="plan-sheet" style={fit}>
              {tiles.map(({ key, left, top, width, height, address }) => (
                <img
                  key={key}
                  src={address}
                  alt=""
                  draggable={false}
                  decoding="async"
                  style={{
                    ...{ left: `${left * 100}%`, top: `${top * 100}%` },
                    ...{ width: `${width * 100}%`, height: `${height * 100}%` },
                  }}
                />
              ))}
              <Pins found={found} open={open} approach={approach} />
            </div>
          ) : null}
        </div>
        {isPlacing ? <span className="plan-aim" aria-hidden="true" /> : null}
        {layers === null ? (
          <p className="plan-none">This device can’t show this plan. Open it on another device.</p>
        ) : layers.length === 0 ? (
          <p className="plan-none" role="status">
            Opening…
          </p>
        ) : null}
      </div>
      <div className="plan-zoom" role="group" aria-label="Zoom">
        <ZoomButton label="Zoom in" act={() => zoom(STEP.zoom)}>
          +
        </ZoomButton>
        <ZoomButton label="Zoom out" act={() => zoom(1 / STEP.zoom)}>
          −
        </ZoomButton>
        <ZoomButton label="Show all of it" act={reset}>
          ⤢
        </ZoomButton>
      </div>
      {isPlacing ? (
        <div className="plan-here">
          <Button
            type="button"
            kind="signal"
            onClick={() => {
              const { left, top, width, height } = stage.current!.getBoundingClientRect();
              placeAt(left + width / 2, top + height / 2);
            }}
          >
            Add it here
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** So that pins regroup a few times while somebody zooms, not with each frame. */
const steady = (scale: number): number => 2 ** (Math.round(Math.log2(scale) * 2) / 2);

function ZoomButton({ label, act, children }: { label: string; act: () => void; children: ReactNode }) {
  return (
    <button type="button" className="plan-zoom-button" aria-label={label} title={label} onClick={act}>
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

/** A finger or button that stays where it is. */
function useLongPress(act: (x: number, y: number) => void) {
  const pressed = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const cancel = () => {
    clearTimeout(pressed.current?.timer);
    pressed.current = undefined;
  };
  useEffect(() => () => clearTimeout(pressed.current?.timer), []);
  return {
    onPointerDown({ button, clientX: x, clientY: y, isPrimary, target }: PointerEvent) {
      cancel();
      if (button !== 0 || !isPrimary || (target instanceof Element && target.closest("button"))) return;
      pressed.current = { x, y, timer: setTimeout(() => act(x, y), LONG_PRESS.ms) };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = pressed.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > LONG_PRESS.near) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    // Phones open their own menu on a long press.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
}
