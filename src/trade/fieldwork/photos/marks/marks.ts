export const MARK_KINDS = ["arrow", "circle", "box", "line", "words", "blur"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export const MARK_COLORS = ["red", "yellow", "blue", "green", "white", "black"] as const;
export type MarkColor = (typeof MARK_COLORS)[number];

/** From 0 to 1 of the width and the height of the upright picture. */
export type Point = readonly [x: number, y: number];

/** Something that somebody drew on a photo. The photo itself stays as it was. */
export interface Mark {
  /** Unique in its photo. */
  readonly id: string;
  readonly kind: MarkKind;
  readonly color: MarkColor;
  /** Where an arrow or line begins, a corner of the others, and the top left of words. */
  readonly from: Point;
  /** The tip of an arrow; the same as `from` for words. */
  readonly to: Point;
  /** The words, or the length of a line as somebody typed it: 3' 6 1/2". Empty for the others. */
  readonly text: string;
}

export const MOST_MARKS = 60;
export const LONGEST_WORDS = 120;
export const LONGEST_LENGTH = 24;
const LONGEST_ID = 40;
/** Four decimals are a quarter of a pixel at 2,500 pixels. */
const DECIMALS = 10_000;
/** Shorter ones are a slip of the finger. */
const SHORTEST = 0.004;

export const textLimit = (kind: MarkKind): number =>
  kind === "words" ? LONGEST_WORDS : kind === "line" ? LONGEST_LENGTH : 0;

/** Within the picture, rounded. */
export const roundPoint = ([x, y]: Point): Point => [roundPart(x), roundPart(y)];

const roundPart = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * DECIMALS) / DECIMALS;

function readPoint(value: unknown): Point | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [x, y] = value as unknown[];
  return typeof x === "number" && typeof y === "number" && Number.isFinite(x) && Number.isFinite(y)
    ? roundPoint([x, y])
    : null;
}

/** Without control characters and lone surrogates, which no font can draw. */
export function readMarkText(value: unknown, kind: MarkKind): string {
  if (typeof value !== "string") return "";
  const clean = value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, " ")
    .trim();
  return Array.from(clean).slice(0, textLimit(kind)).join("").trim();
}

/** Whether somebody meant to draw it. */
export const isDrawn = ({ kind, from, to, text }: Omit<Mark, "id" | "color">): boolean =>
  kind === "words" ? text !== "" : Math.hypot(to[0] - from[0], to[1] - from[1]) >= SHORTEST;

function readMark(value: unknown): Mark | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, kind, color, from, to, text } = value as Readonly<Record<string, unknown>>;
  const known = MARK_KINDS.find((one) => one === kind);
  const start = readPoint(from);
  if (typeof id !== "string" || !id || id.length > LONGEST_ID || !known || !start) return null;
  const end = known === "words" ? start : readPoint(to);
  if (!end) return null;
  const mark: Mark = {
    id,
    kind: known,
    color: MARK_COLORS.find((one) => one === color) ?? "red",
    from: start,
    to: end,
    text: readMarkText(text, known),
  };
  return isDrawn(mark) ? mark : null;
}

/**
 * The marks in a record's field. A device wrote it, so nothing in it is trusted: what isn't a mark is left
 * out.
 */
export function readMarks(value: unknown): Mark[] {
  if (!Array.isArray(value)) return [];
  const ids = new Set<string>();
  const marks: Mark[] = [];
  for (const one of value as unknown[]) {
    const mark = marks.length < MOST_MARKS ? readMark(one) : null;
    if (!mark || ids.has(mark.id)) continue;
    ids.add(mark.id);
    marks.push(mark);
  }
  return marks;
}

/**
 * All marks of a photo that two people marked without seeing each other: everything either of them drew, and
 * above all what either of them hid.
 */
export function mergeMarks(values: readonly unknown[]): Mark[] {
  const merged = new Map<string, Mark>();
  for (const value of values)
    for (const mark of readMarks(value)) {
      let { id } = mark;
      while (merged.has(id) && !isSame(merged.get(id)!, mark)) id = `${id}+`;
      merged.set(id, { ...mark, id });
    }
  return [...merged.values()];
}

const isSame = (one: Mark, other: Mark): boolean =>
  JSON.stringify({ ...one, id: "" }) === JSON.stringify({ ...other, id: "" });
