import { type Mark, type Point, readMarkText, roundPoint } from "./marks.ts";

/** The end of a mark that is dragged. */
export type End = "from" | "to";

/** Moved as a whole, and not out of the picture. */
export function moveMark(mark: Mark, [dx, dy]: Point): Mark {
  const along = (axis: 0 | 1, by: number) => {
    const [low, high] = [Math.min(mark.from[axis], mark.to[axis]), Math.max(mark.from[axis], mark.to[axis])];
    return Math.min(1 - high, Math.max(-low, by));
  };
  const by: Point = [along(0, dx), along(1, dy)];
  const moved = (point: Point) => roundPoint([point[0] + by[0], point[1] + by[1]]);
  return { ...mark, from: moved(mark.from), to: moved(mark.to) };
}

/** With one end somewhere else. */
export const resizeMark = (mark: Mark, end: End, point: Point): Mark => ({
  ...mark,
  [end]: roundPoint(point),
});

/** With other words or another length. */
export const writeMark = (mark: Mark, text: string): Mark => ({
  ...mark,
  text: readMarkText(text, mark.kind),
});

/** In place of the one with its id, or after all others. */
export const withMark = (marks: readonly Mark[], mark: Mark): Mark[] =>
  marks.some(({ id }) => id === mark.id)
    ? marks.map((one) => (one.id === mark.id ? mark : one))
    : [...marks, mark];

export const withoutMark = (marks: readonly Mark[], id: string): Mark[] =>
  marks.filter((one) => one.id !== id);

/** What can be undone and redone. */
export interface Steps {
  readonly before: readonly (readonly Mark[])[];
  readonly after: readonly (readonly Mark[])[];
}
export const NO_STEPS: Steps = { before: [], after: [] };

/** After a change from `marks`. */
export const stepped = ({ before }: Steps, marks: readonly Mark[]): Steps => ({
  before: [...before, marks],
  after: [],
});

/** @returns undefined if there is nothing to undo */
export function undoStep(
  { before, after }: Steps,
  marks: readonly Mark[],
): { readonly steps: Steps; readonly marks: readonly Mark[] } | undefined {
  const last = before.at(-1);
  return last && { marks: last, steps: { before: before.slice(0, -1), after: [marks, ...after] } };
}

/** @returns undefined if there is nothing to redo */
export function redoStep(
  { before, after }: Steps,
  marks: readonly Mark[],
): { readonly steps: Steps; readonly marks: readonly Mark[] } | undefined {
  const [next, ...rest] = after;
  return next && { marks: next, steps: { before: [...before, marks], after: rest } };
}
