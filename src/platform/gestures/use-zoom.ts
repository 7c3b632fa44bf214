import { useGesture } from "@use-gesture/react";
import { type RefObject, useCallback, useEffect, useRef } from "react";

/** Times the size at which it fits. */
const MOST = 8;
const DOUBLE_TAP = 2.5;
const DOUBLE_TAP_MS = 300;
/** CSS pixels between the two taps. */
const DOUBLE_TAP_NEAR = 40;
/** Part of the width, or CSS pixels downward, after which letting go is a swipe. */
const SWIPED = { aside: 0.22, down: 110 };
const SETTLE_MS = 160;

export interface ZoomActs {
  /** Swiped to the next (1) or previous (-1). @returns whether there is one */
  readonly step: (by: 1 | -1) => boolean;
  readonly close: () => void;
  /** After each change of size. */
  readonly zoomed?: (scale: number) => void;
  /** After each change. */
  readonly moved?: (view: View) => void;
}

/** Where the content is: its size, in times the size at which it fits, and its left and top in the stage. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Zoom {
  readonly reset: () => void;
  /** In CSS pixels. */
  readonly pan: (x: number, y: number) => void;
  /** @param at a point of the window that stays where it is; default: the middle of the stage */
  readonly zoom: (by: number, at?: readonly [number, number]) => void;
}

/**
 * Gestures on what fills a stage. One finger is left to the content while `isDrawing`; two still zoom.
 * @param stage its size is what fits
 * @param content moved and scaled by its `transform`, from its top left
 */
export function useZoom(
  stage: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { step, close, zoomed, moved }: ZoomActs,
  { isOff, isDrawing }: { readonly isOff: boolean; readonly isDrawing: boolean },
): Zoom {
  const now = useRef<View>({ scale: 1, x: 0, y: 0 });
  const start = useRef({ scale: 1, x: 0, y: 0, px: 0, py: 0 });
  const lastTap = useRef({ at: 0, x: 0, y: 0 });

  const apply = useCallback(
    (next: View, isSettling = false) => {
      const [box, element] = [stage.current, content.current];
      if (!box || !element) return;
      const isResized = next.scale !== now.current.scale;
      now.current = next;
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      element.style.transition = isSettling && !isCalm ? `transform ${SETTLE_MS}ms ease-out` : "";
      const isHome = next.scale === 1 && next.x === 0 && next.y === 0;
      element.style.transform = isHome ? "" : `translate(${next.x}px, ${next.y}px) scale(${next.scale})`;
      if (isResized) zoomed?.(next.scale);
      moved?.(next);
    },
    [stage, content, zoomed, moved],
  );
  /** Keeps the content over the stage. */
  const within = useCallback(
    (scale: number, x: number, y: number) => {
      const { width, height } = stage.current!.getBoundingClientRect();
      const size = Math.min(MOST, Math.max(1, scale));
      return {
        scale: size,
        x: Math.min(0, Math.max(width * (1 - size), x)),
        y: Math.min(0, Math.max(height * (1 - size), y)),
      };
    },
    [stage],
  );
  /** With the point at (px, py) of the stage where it was. */
  const zoomAt = useCallback(
    (from: View, scale: number, px: number, py: number, isSettling = false) => {
      const size = Math.min(MOST, Math.max(1, scale));
      const by = size / from.scale;
      apply(within(size, px - (px - from.x) * by, py - (py - from.y) * by), isSettling);
    },
    [apply, within],
  );
  const spotOf = ([x, y]: readonly [number, number]) => {
    const { left, top } = stage.current!.getBoundingClientRect();
    return [x - left, y - top] as const;
  };
  const reset = useCallback(() => apply({ scale: 1, x: 0, y: 0 }), [apply]);

  const tap = (at: readonly [number, number], time: number) => {
    const [x, y] = spotOf(at);
    const before = lastTap.current;
    lastTap.current = { at: time, x, y };
    if (time - before.at > DOUBLE_TAP_MS || Math.hypot(x - before.x, y - before.y) > DOUBLE_TAP_NEAR) return;
    lastTap.current = { at: 0, x: 0, y: 0 };
    zoomAt(now.current, now.current.scale > 1 ? 1 : DOUBLE_TAP, x, y, true);
  };
  const swiped = (mx: number, my: number, flick: readonly [number, number]) => {
    const width = stage.current!.getBoundingClientRect().width;
    const isAside = Math.abs(mx) > Math.abs(my);
    if (isAside && (flick[0] !== 0 || Math.abs(mx) > width * SWIPED.aside) && step(mx < 0 ? 1 : -1))
      return reset();
    if (!isAside && my > 0 && (flick[1] > 0 || my > SWIPED.down)) return close();
    apply({ scale: 1, x: 0, y: 0 }, true);
  };

  useGesture(
    {
      onDrag: ({
        first,
        last,
        movement: [mx, my],
        swipe,
        tap: isTap,
        xy,
        timeStamp,
        pinching,
        cancel,
        event,
      }) => {
        if (pinching) return cancel();
        if (isTap) return tap(xy, timeStamp);
        event.preventDefault();
        if (first) start.current = { ...start.current, ...now.current };
        const { scale, x, y } = start.current;
        if (scale > 1) return apply(within(scale, x + mx, y + my));
        if (last) return swiped(mx, my, swipe);
        const isAside = Math.abs(mx) > Math.abs(my);
        apply({ scale: 1, x: isAside ? mx : 0, y: isAside ? 0 : Math.max(0, my) });
      },
      onPinch: ({ first, origin, movement: [by], last }) => {
        const [px, py] = spotOf(origin);
        if (first) start.current = { ...now.current, px, py };
        const from = start.current;
        const moved = { ...from, x: from.x + px - from.px, y: from.y + py - from.py };
        zoomAt(moved, from.scale * by, px, py, last);
      },
      onWheel: ({ event, delta: [, dy] }) => {
        event.preventDefault();
        // A trackpad's pinch comes as a wheel with Ctrl, which `onPinch` has handled.
        if (event.ctrlKey) return;
        const [px, py] = spotOf([event.clientX, event.clientY]);
        zoomAt(now.current, now.current.scale * Math.exp(-dy / 400), px, py);
      },
    },
    {
      target: stage,
      eventOptions: { passive: false },
      enabled: !isOff,
      drag: { filterTaps: true, enabled: !isDrawing, pointer: { touch: false, keys: false } },
      wheel: { enabled: true },
    },
  );

  // Safari zooms the whole page otherwise.
  useEffect(() => {
    const stop = (event: Event) => event.preventDefault();
    document.addEventListener("gesturestart", stop);
    return () => document.removeEventListener("gesturestart", stop);
  }, []);
  const pan = useCallback(
    (x: number, y: number) => apply(within(now.current.scale, now.current.x + x, now.current.y + y)),
    [apply, within],
  );
  const zoom = useCallback(
    (by: number, at?: readonly [number, number]) => {
      const { left, top, width, height } = stage.current!.getBoundingClientRect();
      const [px, py] = at ? [at[0] - left, at[1] - top] : [width / 2, height / 2];
      zoomAt(now.current, now.current.scale * by, px, py, true);
    },
    [stage, zoomAt],
  );
  return { reset, pan, zoom };
}
