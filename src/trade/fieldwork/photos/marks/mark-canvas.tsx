import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { drawingOf, pathOf } from "./drawing.ts";
import { type End, moveMark, resizeMark } from "./edit-marks.ts";
import { MARK_LABELS } from "./labels.ts";
import { isDrawn, type Mark, type Point, roundPoint } from "./marks.ts";
import { MarksLayer } from "./marks-layer.tsx";
import type { LoadedPhoto } from "./use-mosaics.ts";
import type { MarkEditor } from "../use-mark-editor.ts";

/** CSS pixels: what a thumb hits. */
const REACH = 32;
const HANDLE = 9;
/** CSS pixels: less is a tap. */
const TAP = 8;
/** Of the picture, by one press of an arrow key. */
const NUDGE = 0.01;

type Drag =
  | { readonly what: "new"; readonly from: Point; readonly on: string | null }
  | { readonly what: "move"; readonly from: Point; readonly mark: Mark }
  | { readonly what: End; readonly mark: Mark };

/** What a mark is called: "Line, red: 3' 6 1/2"". */
const nameOf = ({ kind, color, text }: Mark): string =>
  [MARK_LABELS[kind], ...(kind === "blur" ? [] : [color])].join(", ") + (text ? `: ${text}` : "");

/**
 * The marks of a photo, to draw with a finger, a mouse or keys. A drag draws, a tap selects; what is selected
 * is moved, resized and deleted.
 * @param scale how far the photo is zoomed in
 */
export function MarkCanvas({
  editor,
  photo: size,
  scale,
}: {
  editor: MarkEditor;
  photo: LoadedPhoto;
  scale: number;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<Drag | null>(null);
  const began = useRef({ x: 0, y: 0 });
  // Not state: a finger may be lifted before its last move is shown.
  const latest = useRef<Mark | null>(null);
  const unit = useUnit(svg, size, scale);
  const { marks, selected } = editor;

  const pointAt = ({ clientX, clientY }: PointerEvent): Point => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    if (!matrix) return [0, 0];
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return roundPoint([x / size.width, y / size.height]);
  };
  const stop = () => {
    drag.current = null;
    latest.current = null;
    editor.drag(null);
  };
  const start = (event: PointerEvent<SVGSVGElement>) => {
    // A second finger zooms.
    if (!event.isPrimary) return stop();
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    began.current = { x: event.clientX, y: event.clientY };
    const { handle, mark: on } = (event.target as SVGElement).dataset;
    const from = pointAt(event);
    if (selected && (handle === "from" || handle === "to")) drag.current = { what: handle, mark: selected };
    else if (selected && on === selected.id) drag.current = { what: "move", from, mark: selected };
    else drag.current = { what: "new", from, on: on ?? null };
  };
  const isTap = ({ clientX, clientY }: PointerEvent) =>
    Math.hypot(clientX - began.current.x, clientY - began.current.y) < TAP;
  const move = (event: PointerEvent) => {
    const of = drag.current;
    if (!of || !event.isPrimary || (isTap(event) && !latest.current)) return;
    const to = pointAt(event);
    const mark =
      of.what === "new"
        ? editor.tool === "words"
          ? null
          : latest.current
            ? resizeMark(latest.current, "to", to)
            : editor.begin(of.from, to)
        : of.what === "move"
          ? moveMark(of.mark, [to[0] - of.from[0], to[1] - of.from[1]])
          : resizeMark(of.mark, of.what, to);
    latest.current = mark;
    editor.drag(mark);
  };
  const end = (event: PointerEvent) => {
    const [of, drawn] = [drag.current, latest.current];
    drag.current = null;
    latest.current = null;
    if (!of || !event.isPrimary) return;
    if (drawn) return isDrawn(drawn) || drawn.kind === "words" ? editor.save(drawn) : editor.drag(null);
    if (of.what !== "new" || !isTap(event)) return;
    if (of.on) return editor.select(of.on);
    if (editor.tool === "words") return editor.save(editor.begin(of.from, of.from));
    editor.select(null);
  };
  const onKeyDown = (event: KeyboardEvent, mark: Mark) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      const by: Point = [step[0]! * NUDGE, step[1]! * NUDGE];
      editor.save(
        event.shiftKey && mark.kind !== "words"
          ? resizeMark(mark, "to", [mark.to[0] + by[0], mark.to[1] + by[1]])
          : moveMark(mark, by),
      );
    } else if (event.key === "Delete" || event.key === "Backspace") editor.remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const { letters, marks: shapes } = drawingOf(marks, size.width, size.height);
  return (
    <MarksLayer
      marks={marks}
      photo={size}
      ref={svg}
      role="group"
      aria-label="Marks on this photo"
      data-drawing=""
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={stop}
    >
      {marks.map((mark) => {
        const shape = shapes.find(({ id }) => id === mark.id);
        const { text } = shape ?? {};
        const box = boxOf(mark, size);
        return (
          <g
            key={mark.id}
            role="button"
            tabIndex={0}
            aria-label={nameOf(mark)}
            aria-pressed={mark.id === selected?.id}
            onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && editor.select(mark.id)}
            onKeyDown={(event) => onKeyDown(event, mark)}
          >
            {shape ? (
              <path
                data-mark={mark.id}
                className="mark-reach"
                d={pathOf([...shape.lines, shape.area])}
                strokeWidth={REACH * unit}
              />
            ) : (
              <rect data-mark={mark.id} className="mark-reach" data-filled="" {...box} />
            )}
            {text ? (
              <rect
                data-mark={mark.id}
                className="mark-reach"
                data-filled=""
                data-outlined={(mark.kind === "words" && mark.id === selected?.id) || undefined}
                strokeWidth={1.5 * unit}
                x={text.x}
                y={text.y - letters}
                width={Math.max(...text.lines.map((line) => line.length)) * letters * 0.6}
                height={text.lines.length * letters * 1.2}
              />
            ) : null}
          </g>
        );
      })}
      {selected && isDrawn(selected) && selected.kind !== "words" ? (
        <g>
          {selected.kind === "blur" || selected.kind === "circle" ? (
            <rect className="mark-outline" {...boxOf(selected, size)} strokeWidth={1.5 * unit} />
          ) : null}
          {(["from", "to"] as const).map((which) => {
            const [cx, cy] = [selected[which][0] * size.width, selected[which][1] * size.height];
            return (
              <g key={which}>
                <circle className="mark-handle" cx={cx} cy={cy} r={HANDLE * unit} strokeWidth={2 * unit} />
                <circle
                  data-handle={which}
                  className="mark-reach"
                  data-filled=""
                  cx={cx}
                  cy={cy}
                  r={(REACH * unit) / 1.4}
                />
              </g>
            );
          })}
        </g>
      ) : null}
    </MarksLayer>
  );
}

const boxOf = ({ from, to }: Mark, { width, height }: LoadedPhoto) => ({
  x: Math.min(from[0], to[0]) * width,
  y: Math.min(from[1], to[1]) * height,
  width: Math.abs(to[0] - from[0]) * width,
  height: Math.abs(to[1] - from[1]) * height,
});

/** A CSS pixel in pixels of the photo, as it is shown now. */
function useUnit(svg: { readonly current: SVGSVGElement | null }, size: LoadedPhoto, scale: number): number {
  const [fit, setFit] = useState(1);
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width && height) setFit(Math.max(size.width / width, size.height / height));
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    measure();
    return () => watcher.disconnect();
  }, [svg, size]);
  return fit / scale;
}
