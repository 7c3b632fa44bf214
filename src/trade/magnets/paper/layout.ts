import { type Tone, toneOf } from "#ground/writing/public.server.ts";
import { type DocumentColors, documentColors } from "#platform/drawing/document-colors.ts";

/**
 * `line` is a trade manual, `book` a small clothbound book, `quiet` the same in pale boards, `sheet` a
 * drawing with a title block, `poster` full-bleed color. The file of that name in layouts/ draws it (`book`
 * draws `quiet` too).
 */
export type Layout = "line" | "book" | "quiet" | "sheet" | "poster";

const BY_TONE: Readonly<Record<Tone, Layout>> = {
  plain: "line",
  friendly: "book",
  calm: "quiet",
  expert: "sheet",
  direct: "poster",
};

/** Selects the layout for a tone in the user's own words. */
export const layoutFor = (tone: string): Layout => BY_TONE[toneOf(tone)];

/** Defaults. Each is legible on paper, and white is legible on it. */
const DEFAULT_COLORS: Readonly<Record<Layout, string>> = {
  line: "#1A43BA",
  book: "#2C5545",
  quiet: "#4A5F7A",
  sheet: "#21456B",
  poster: "#B23A0E",
};
/** Adapts an owner's color to a layout; if it is missing or not `#rrggbb`, ours is used. */
export const colorsOf = (color: string | undefined, layout: Layout): DocumentColors =>
  documentColors(color, DEFAULT_COLORS[layout]);
