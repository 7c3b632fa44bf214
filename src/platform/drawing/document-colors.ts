import { contrast, isColor, readsOn, textOn } from "./contrast.ts";

/** Paper, and white. */
const GROUNDS = ["#f6f3ec", "#ffffff"];
const INK = "#16191d";
/** A thin line of less contrast is not seen. */
const SEEN = 2;

/** The colors of a document on paper. */
export interface DocumentColors {
  /** For text and links: the owner's, as much darker as it takes to be read on paper and on white. */
  readonly accent: string;
  /** For areas: the owner's, whatever it is. */
  readonly area: string;
  /** What is written on an area. */
  readonly onArea: string;
  /**
   * For lines of some weight: ink where the owner's would be lost on paper, since ours would not go with
   * theirs.
   */
  readonly line: string;
  /** Whether a plain page shows a band of the color: ours has none. */
  readonly band: boolean;
}

/**
 * What becomes of an owner's color in a document.
 * @param color `#rrggbb`; anything else counts as none
 * @param ours what stands in for none: it can be read on paper, and white on it
 */
export function documentColors(color: string | undefined, ours: string): DocumentColors {
  const own = color !== undefined && isColor(color);
  const area = own ? color : ours;
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
