import { contrast, isColor, readsOn, textOn } from "./contrast.ts";

/** Paper, and white. */
const BACKGROUNDS = ["#f6f3ec", "#ffffff"];
const INK = "#16191d";
/** A thin line of less contrast is invisible. */
const MIN_LINE_CONTRAST = 2;

export interface DocumentColors {
  /** For text and links: the owner's color, darkened until legible on paper and on white. */
  readonly accent: string;
  /** For areas: the owner's color, unchanged. */
  readonly area: string;
  readonly onArea: string;
  /**
   * For heavier lines: ink if the owner's color would be invisible on paper, since ours would not match it.
   */
  readonly line: string;
  /** Whether a plain page has a band of the color; not with our own color. */
  readonly band: boolean;
}

/**
 * Derives a document's colors from the owner's.
 * @param color `#rrggbb`; anything else counts as none
 * @param ours the default: legible on paper, and with white text on it
 */
export function documentColors(color: string | undefined, ours: string): DocumentColors {
  const own = color !== undefined && isColor(color);
  const area = own ? color : ours;
  return {
    accent: readable(area),
    area,
    onArea: textOn(area.toLowerCase()),
    line: contrast(area.toLowerCase(), BACKGROUNDS[0]!) >= MIN_LINE_CONTRAST ? area : INK,
    band: own,
  };
}

/** Mixes the color with ink until it is legible; the hue stays. */
function readable(color: string): string {
  const parts = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  const [from, to] = [parts(color), parts(INK)];
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = from.map((part, at) => Math.round(part + (to[at]! - part) * share));
    const text = `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    if (readsOn(text, BACKGROUNDS)) return text;
  }
  return INK;
}
