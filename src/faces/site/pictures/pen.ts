import { Drawing, type Stroke } from "#platform/drawing/drawing.ts";

/** The colors of tokens.css that drawings use. */
const colors = {
  paper: "#f6f3ec",
  sheet: "#fffefb",
  ink: "#16191d",
  pencil: "#444a53",
  rule: "#d5cdbd",
  chalk: "#1a43ba",
  chalkWash: "#e3e8f6",
  signal: "#ff6a13",
  signalDeep: "#f05a00",
} as const;

type Color = keyof typeof colors;

/**
 * Line widths: bold for the subject, fine for explanations. At 300 px a bold line is still a full pixel.
 */
export const BOLD = 5;
export const FINE = 2.5;

const style = {
  colors,
  faces: { display: "src/ui/fonts/archivo-condensed.woff2" },
  usual: { ink: "ink", width: BOLD, face: "display", weight: 600 },
} as const;

/** Shapes that the site's drawings share. */
export class Pen extends Drawing<Color> {
  constructor(width: number, height: number, ground: Color = "paper") {
    super(width, height, ground, style);
  }

  /** Lines of writing: each number is the length of one. */
  writing(x: number, y: number, lengths: readonly number[], gap: number, stroke: Stroke<Color>): void {
    for (const [at, length] of lengths.entries())
      this.line([x, y + at * gap, x + length, y + at * gap], stroke);
  }

  tick(x: number, y: number, size: number, done: boolean): void {
    this.box(x, y, size, size, { width: size / 9, fill: "sheet" });
    const at = (share: number) => size * share;
    if (done)
      this.line([x + at(0.2), y + at(0.5), x + at(0.43), y + at(0.74), x + at(0.82), y + at(0.24)], {
        color: "chalk",
        width: at(1 / 6),
      });
  }

  /** A dimension between two points, with oblique ticks at its ends as on a plan. */
  measure(x1: number, y1: number, x2: number, y2: number): void {
    this.line([x1, y1, x2, y2], { color: "chalk", width: FINE });
    this.line([x1 - 9, y1 + 9, x1 + 9, y1 - 9], { color: "chalk", width: 4 });
    this.line([x2 - 9, y2 + 9, x2 + 9, y2 - 9], { color: "chalk", width: 4 });
  }

  /** The chalk line from a beam down to the bob, with its point at `tip`. Only the bob is orange. */
  plumb(x: number, from: number, tip: number): void {
    const top = tip - 118;
    this.line([x, from, x, top + 4], { color: "chalk" });
    this.line([x - 13, from + 13, x + 13, from - 13]);
    const bob = (d: string, fill: Color) => this.path(d, x - 24, top - 24, { fill, width: 0 });
    bob("M20 24h8v6h3v5H17v-5h3z", "ink");
    bob("M10 37h28l2 6-3 34-11 52h-4L11 77 8 43z", "signal");
    bob("M24 37h14l2 6-3 34-11 52h-2z", "signalDeep");
    bob("M9 47.500 8.700 52h30.600L39 47.500zM20.500 122l1.500 7 2 13 2-13 1.500-7z", "ink");
  }
}
