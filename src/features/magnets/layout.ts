import { type Tone, toneOf } from "#features/writing/public.server.ts";
import { contrast, isColor, readsOn, textOn } from "#platform/drawing/contrast.ts";

/**
 * How a guide is laid out: `line` is a trade manual, `book` a small book in cloth, `quiet` the same in pale boards, `sheet` a drawing with
 * a title block, `poster` color from edge to edge. A file of that name in layouts/ draws it (`quiet` is drawn by `book`).
 */
export type Layout = "line" | "book" | "quiet" | "sheet" | "poster";

const BY_TONE: Readonly<Record<Tone, Layout>> = { plain: "line", friendly: "book", calm: "quiet", expert: "sheet", direct: "poster" };

/** The layout that goes with the tone somebody asked for, in their own words. */
export const layoutFor = (tone: string): Layout => BY_TONE[toneOf(tone)];

/** Colors of ours, for owners who have chosen none. Each can be read on paper, and white on it. */
const OWN: Readonly<Record<Layout, string>> = {
  line: "#1A43BA",
  book: "#2C5545",
  quiet: "#4A5F7A",
  sheet: "#21456B",
  poster: "#B23A0E",
};
/** Paper, and white. */
const GROUNDS = ["#f6f3ec", "#ffffff"];
const INK = "#16191d";
/** A thin line of less contrast is not seen. */
const SEEN = 2;

/** The colors of a document. */
export interface Colors {
  /** For text and links: the owner's, as much darker as it takes to be read on paper and on white. */
  readonly accent: string;
  /** For areas: the owner's, whatever it is. */
  readonly area: string;
  /** What is written on an area. */
  readonly onArea: string;
  /** For lines of some weight: ink where the owner's would be lost on paper, since ours would not go with theirs. */
  readonly line: string;
  /** Whether a plain cover shows a band of the color: ours has none. */
  readonly band: boolean;
}

/** What becomes of an owner's color in a layout; of none, or of one that is not written `#rrggbb`, ours. */
export function colorsOf(color: string | undefined, layout: Layout): Colors {
  const own = color !== undefined && isColor(color);
  const area = own ? color : OWN[layout];
  return {
    accent: readable(area),
    area,
    onArea: textOn(area.toLowerCase()),
    line: contrast(area.toLowerCase(), GROUNDS[0]!) >= SEEN ? area : INK,
    band: own,
  };
}

/** The color mixed with ink until it can be read: a hue stays the hue it is. */
function readable(color: string): string {
  const parts = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  const [from, to] = [parts(color), parts(INK)];
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = from.map((part, at) => Math.round(part + (to[at]! - part) * share));
    const text = `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    if (readsOn(text, GROUNDS)) return text;
  }
  return INK;
}
