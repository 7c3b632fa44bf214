import type { Region } from "#platform/pictures/mosaic.ts";
import type { Mark, MarkColor } from "./marks.ts";

/** In pixels. */
export type Spot = readonly [x: number, y: number];

/** What drawing a mark takes, in the pixels of the picture. Screens and the server draw the same. */
export interface DrawnMark {
  readonly id: string;
  readonly color: string;
  /** Around it, so that it can be seen on anything. */
  readonly edge: string;
  /** Each from point to point. */
  readonly lines: readonly (readonly Spot[])[];
  /** A filled area, such as the head of an arrow; may be empty. */
  readonly area: readonly Spot[];
  readonly text: { readonly x: number; readonly y: number; readonly lines: readonly string[] } | null;
}

export interface Drawing {
  /** Width of lines. */
  readonly stroke: number;
  /** Height of letters. */
  readonly letters: number;
  readonly marks: readonly DrawnMark[];
}

const COLORS: Readonly<Record<MarkColor, string>> = {
  red: "#E4261B",
  yellow: "#FFD21F",
  blue: "#1D5BFF",
  green: "#12A150",
  white: "#FFFFFF",
  black: "#14171A",
};

/** The value of a color in a picture. */
const colorOf = (color: MarkColor): string => COLORS[color];

const DARK_EDGE = "#14171A";
const LIGHT_EDGE = "#FFFFFF";
const edgeOf = (color: MarkColor): string =>
  color === "white" || color === "yellow" || color === "green" ? DARK_EDGE : LIGHT_EDGE;

/** Part of the longer side of a picture. */
const STROKE = 0.006;
const LETTERS = 0.038;
/** Of the height of letters: about the widest of a text in bold. */
const LETTER_WIDTH = 0.62;
const LINE_HEIGHT = 1.2;

/** A circle is drawn as a polygon with so many sides. */
const SIDES_OF_CIRCLE = 72;

const round = (value: number) => Math.round(value * 10) / 10;
const rounded = (spots: readonly Spot[]): Spot[] => spots.map(([x, y]) => [round(x), round(y)]);

/** Everything but blurred regions. @param width of the picture in pixels */
export function drawingOf(marks: readonly Mark[], width: number, height: number): Drawing {
  const longer = Math.max(width, height);
  const [stroke, letters] = [Math.max(2, longer * STROKE), Math.max(9, longer * LETTERS)];
  return {
    stroke: round(stroke),
    letters: round(letters),
    marks: marks
      .filter(({ kind }) => kind !== "blur")
      .map((mark) => ({
        id: mark.id,
        color: colorOf(mark.color),
        edge: edgeOf(mark.color),
        ...shapeOf(mark, { width, height, stroke, letters }),
      })),
  };
}

interface Sizes {
  readonly width: number;
  readonly height: number;
  readonly stroke: number;
  readonly letters: number;
}

function shapeOf(mark: Mark, sizes: Sizes): Pick<DrawnMark, "lines" | "area" | "text"> {
  const { width, height, stroke } = sizes;
  const from: Spot = [mark.from[0] * width, mark.from[1] * height];
  const to: Spot = [mark.to[0] * width, mark.to[1] * height];
  const shape = { lines: [], area: [], text: null };
  switch (mark.kind) {
    case "arrow": {
      const head = Math.min(stroke * 5, Math.hypot(to[0] - from[0], to[1] - from[1]));
      const [left, right] = [aside(from, to, head, head * 0.5), aside(from, to, head, -head * 0.5)];
      return {
        ...shape,
        lines: [rounded([from, aside(from, to, head * 0.8, 0)])],
        area: rounded([to, left, right]),
      };
    }
    case "line": {
      const tick = stroke * 2.5;
      const end = (a: Spot, b: Spot) => rounded([aside(a, b, 0, tick), aside(a, b, 0, -tick)]);
      const middle: Spot = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      return {
        ...shape,
        lines: [rounded([from, to]), end(from, to), end(to, from)],
        text: mark.text ? lengthAt(middle, mark.text, sizes) : null,
      };
    }
    case "circle":
      return { ...shape, lines: [rounded(ellipse(from, to))] };
    case "box":
      return { ...shape, lines: [rounded([from, [to[0], from[1]], to, [from[0], to[1]], from])] };
    case "words":
      return { ...shape, text: wordsAt(from, mark.text, sizes) };
    case "blur":
      return shape;
  }
}

function ellipse(from: Spot, to: Spot): Spot[] {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const [across, down] = [Math.abs(to[0] - from[0]) / 2, Math.abs(to[1] - from[1]) / 2];
  return Array.from({ length: SIDES_OF_CIRCLE + 1 }, (_, index): Spot => {
    const angle = (index / SIDES_OF_CIRCLE) * 2 * Math.PI;
    return [x + across * Math.cos(angle), y + down * Math.sin(angle)];
  });
}

/** A point before the end of a line, and beside it. */
function aside(from: Spot, to: Spot, before: number, beside: number): Spot {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  return [to[0] - x * before - y * beside, to[1] - y * before + x * beside];
}

/** `x` and `y` are the left end of the first line of letters. */
function wordsAt([x, y]: Spot, text: string, { width, height, letters }: Sizes): DrawnMark["text"] {
  const one = letters * LETTER_WIDTH;
  const fits = Math.max(8, Math.floor((width - x) / one));
  const lines = wrap(text, Math.min(fits, Math.max(8, Math.floor(width / one))));
  const longest = Math.max(...lines.map((line) => Array.from(line).length)) * one;
  const tall = (lines.length - 1) * letters * LINE_HEIGHT;
  return {
    x: round(Math.max(0, Math.min(x, width - longest))),
    y: round(Math.max(letters, Math.min(y + letters, height - tall - letters * 0.3))),
    lines,
  };
}

function lengthAt([x, y]: Spot, text: string, sizes: Sizes): DrawnMark["text"] {
  const half = (Array.from(text).length * sizes.letters * LETTER_WIDTH) / 2;
  const found = wordsAt([Math.max(0, x - half), y - sizes.letters * 1.5], text, sizes);
  return (
    found && { ...found, lines: [text], x: round(Math.max(0, Math.min(x - half, sizes.width - 2 * half))) }
  );
}

/** Letters from the top of one line to the top of the next, in heights of letters. */
export const lineHeight = LINE_HEIGHT;

function wrap(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const letters = Array.from(word);
    const joined = line ? `${line} ${word}` : word;
    if (Array.from(joined).length <= most) {
      line = joined;
      continue;
    }
    if (line) lines.push(line);
    for (let start = 0; start + most < letters.length; start += most)
      lines.push(letters.slice(start, start + most).join(""));
    line = letters.slice(Math.floor(Math.max(0, letters.length - 1) / most) * most).join("");
  }
  return line ? [...lines, line] : lines;
}

/** The regions whose pixels must not be shown. */
export const blurredIn = (marks: readonly Mark[]): Region[] =>
  marks
    .filter(({ kind }) => kind === "blur")
    .map(({ from, to }) => ({
      left: Math.min(from[0], to[0]),
      top: Math.min(from[1], to[1]),
      right: Math.max(from[0], to[0]),
      bottom: Math.max(from[1], to[1]),
    }));

/** As SVG path data. */
export const pathOf = (lines: readonly (readonly Spot[])[]): string =>
  lines.map((spots) => `M${spots.map(([x, y]) => `${x} ${y}`).join("L")}`).join("");
