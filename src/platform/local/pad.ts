import Pad, { type PointGroup } from "signature_pad";

/** A handwritten line: coordinates in the units of the page, and milliseconds since the first touch. */
export type Line = readonly (readonly [x: number, y: number, milliseconds: number])[];

export interface OnPad {
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly Line[];
}

/** A canvas for drawing by finger, mouse and pen. */
export interface OpenPad {
  clear(): void;
  /** Removes the last line. */
  undo(): void;
  close(): void;
}

/**
 * Makes a canvas a pad. It stays sharp and keeps its lines when resized, as when a phone is turned.
 * @param before the initial content
 * @param changed called after each line, and after lines were removed
 */
export function openPad(
  canvas: HTMLCanvasElement,
  before: OnPad | undefined,
  changed: (now: OnPad) => void,
): OpenPad {
  const pad = new Pad(canvas, {
    penColor: getComputedStyle(canvas).color,
    minWidth: 0.9,
    maxWidth: 2.6,
    throttle: 8,
  });
  let size = { width: 0, height: 0 };
  let first = before;

  const draw = (data: readonly PointGroup[], scale: number) =>
    pad.fromData(
      data.map((group) => ({
        ...group,
        points: group.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
      })),
    );

  function fit(): void {
    const { width, height } = canvas.getBoundingClientRect();
    if (width === 0 || (width === size.width && height === size.height)) return;
    const data = pad.toData();
    const scale = size.width ? width / size.width : 1;
    size = { width, height };
    const sharp = Math.max(devicePixelRatio, 1);
    canvas.width = width * sharp;
    canvas.height = height * sharp;
    canvas.getContext("2d")?.scale(sharp, sharp);
    if (first) {
      const group = {
        dotSize: 0,
        minWidth: 0.9,
        maxWidth: 2.6,
        penColor: pad.penColor,
        velocityFilterWeight: 0.7,
        compositeOperation: "source-over" as const,
      };
      const groups = first.strokes.map((line) => ({
        ...group,
        points: line.map(([x, y, time]) => ({ x, y, time, pressure: 0.5 })),
      }));
      draw(groups, width / first.width);
      first = undefined;
    } else draw(data, scale);
  }

  function notifyChange(): void {
    const data = pad.toData();
    const began = data[0]?.points[0]?.time ?? 0;
    const round = (value: number) => Math.round(value * 10) / 10;
    changed({
      width: round(size.width),
      height: round(size.height),
      strokes: data.map(({ points }) =>
        points.map(({ x, y, time }) => [round(x), round(y), Math.max(0, Math.round(time - began))] as const),
      ),
    });
  }

  const watch = new ResizeObserver(fit);
  watch.observe(canvas);
  fit();
  pad.addEventListener("endStroke", notifyChange);
  return {
    clear() {
      pad.clear();
      notifyChange();
    },
    undo() {
      draw(pad.toData().slice(0, -1), 1);
      notifyChange();
    },
    close() {
      watch.disconnect();
      pad.off();
    },
  };
}
