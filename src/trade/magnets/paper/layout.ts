import { type Tone, toneOf } from "#ground/writing/public.server.ts";
import { type DocumentColors, documentColors } from "#platform/drawing/document-colors.ts";

/**
 * How a guide is laid out: `line` is a trade manual, `book` a small book in cloth, `quiet` the same in pale
 * boards, `sheet` a drawing with a title block, `poster` color from edge to edge. A file of that name in
 * layouts/ draws it (`quiet` is drawn by `book`).
 */
export type Layout = "line" | "book" | "quiet" | "sheet" | "poster";

const BY_TONE: Readonly<Record<Tone, Layout>> = {
  plain: "line",
  friendly: "book",
  calm: "quiet",
  expert: "sheet",
  direct: "poster",
};

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
/** What becomes of an owner's color in a layout; of none, or of one that is not written `#rrggbb`, ours. */
export const colorsOf = (color: string | undefined, layout: Layout): DocumentColors =>
  documentColors(color, OWN[layout]);
