import { productName } from "#platform/config/brand.ts";
import { BOLD, Pen } from "./pen.ts";

/** The size that all link previews accept. */
const SOCIAL = { width: 1200, height: 630 } as const;

/** Positions of the beam, of the drawing beside the text, and of its ground. */
export const BEAM = 66;
export const GROUND = 566;
const EDGE = { left: 64, right: 1136 } as const;
const WORDS = { width: 548, top: 104, bottom: 506 } as const;
const SIZES = [140, 132, 124, 116, 108, 100, 94, 88, 82, 76, 70] as const;
const LEADING = 0.95;
const UNDER = { size: 60, weight: 600, color: "pencil" } as const;

/** Draws a subject to the right of the text. */
export type Subject = (pen: Pen) => void;

export interface SheetWords {
  /** The large text: the page's topic, readable at 300 px. With line breaks, or broken automatically. */
  title: string;
  /** A second, lighter line under a short title. */
  under?: string;
  /** A few words beside the name. */
  small: string;
}

/** A picture of the set: beam, text on the left, subject on the right, name at the bottom. */
export async function drawSheet({ title, under = "", small }: SheetWords, subject: Subject): Promise<Buffer> {
  const pen = new Pen(SOCIAL.width, SOCIAL.height);
  subject(pen);
  pen.line([EDGE.left, BEAM, EDGE.right, BEAM], { width: BOLD + 1 });
  const { lines, size } = fitTitle(pen, title);
  let y = WORDS.top + size * 0.78;
  for (const line of lines) {
    pen.words(line, EDGE.left - size * 0.03, y, { size, weight: 800 });
    y += size * LEADING;
  }
  if (under)
    for (const [at, line] of (balanced(pen, under, UNDER.size) ?? [under]).entries())
      pen.words(line, EDGE.left, y + at * 64, UNDER);
  const name = { size: 42, weight: 800 } as const;
  pen.words(productName, EDGE.left, GROUND, name);
  const after = EDGE.left + pen.widthOf(productName, name) + 20;
  pen.line([after, GROUND - 32, after, GROUND + 4], { color: "chalk", width: 3 });
  pen.words(small, after + 20, GROUND, { size: 34, weight: 550, color: "pencil" });
  return await pen.png();
}

/** The largest size at which the text fits and no line is a single short word. */
function fitTitle(pen: Pen, title: string): { lines: string[]; size: number } {
  for (const size of SIZES) {
    const lines = balanced(pen, title, size);
    if (!lines || lines.length * size * LEADING > WORDS.bottom - WORDS.top) continue;
    if (
      title.includes("\n") ||
      size === SIZES.at(-1) ||
      isEven(lines.map((line) => widthOf(pen, line, size)))
    )
      return { lines, size };
  }
  throw new Error(`The title “${title}” is too long for a picture of it. Make it shorter.`);
}

const widthOf = (pen: Pen, line: string, size: number) => pen.widthOf(line, { size, weight: 800 });
const isEven = (widths: readonly number[]) => Math.min(...widths) > Math.max(...widths) * 0.5;

/** Breaks text into as few lines as possible, of similar length. */
function balanced(pen: Pen, title: string, size: number): string[] | undefined {
  const widest = wrap(pen, title, size, WORDS.width);
  if (!widest) return undefined;
  for (let width = 200; width < WORDS.width; width += 12) {
    const lines = wrap(pen, title, size, width);
    if (lines?.length === widest.length) return lines;
  }
  return widest;
}

function wrap(pen: Pen, title: string, size: number, width: number): string[] | undefined {
  const lines: string[] = [];
  for (const part of title.split("\n")) {
    let line = "";
    for (const word of part.split(" ")) {
      const longer = line ? `${line} ${word}` : word;
      if (widthOf(pen, longer, size) <= width) line = longer;
      else if (!line || title.includes("\n")) return undefined;
      else {
        lines.push(line);
        line = word;
      }
    }
    if (widthOf(pen, line, size) > width) return undefined;
    lines.push(line);
  }
  return lines;
}
