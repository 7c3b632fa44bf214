import sharp from "sharp";
import { flat, HEIGHT, paint, type Patch, type Patches, range, rect, WIDTH } from "./scenes.ts";

export const PLAN_SIZE = { width: WIDTH, height: HEIGHT } as const;
const [INK, GRAY, PAPER] = ["#222222", "#a0a0a0", "#ffffff"];

const line = (x: number, y: number, across: number, down: number, thick = 4, color = INK) =>
  rect(x, y, across || thick, down || thick, color);
const frame = (x: number, y: number, width: number, height: number, thick = 4): Patches => [
  rect(x, y, width, height, INK),
  rect(x + thick, y + thick, width - 2 * thick, height - 2 * thick, PAPER),
];
/** Part of a circle's edge, in quarters of it from the right, clockwise. */
function arc(x: number, y: number, radius: number, from: number, to: number): Patch {
  const edge = range(25).map((at) => ((from + ((to - from) * at) / 24) * Math.PI) / 2);
  const at = (size: number) => (turn: number) =>
    [x + size * Math.cos(turn), y + size * Math.sin(turn)] as const;
  return { points: [...edge.map(at(radius)), ...edge.toReversed().map(at(radius - 4))], color: INK };
}
const circle = (x: number, y: number, radius: number): Patches => [
  arc(x, y, radius, 0, 2),
  arc(x, y, radius, 2, 4),
];
/** A door in the house's wall that swings into it. */
const door = (x: number): Patches => [
  rect(x, 468, 150, 30, PAPER),
  line(x, 330, 0, 152),
  arc(x, 480, 150, 3, 4),
];
const window = (x: number): Patches => [frame(x, 472, 200, 22), line(x, 481, 200, 0)];

/** A deck behind its house from above: the kitchen and the living room, boards, posts, stairs to the yard. */
const DRAWN: Patches = [
  ...[rect(0, 0, WIDTH, HEIGHT, PAPER), frame(30, 30, 1540, 1140, 6)],
  ...[rect(110, 80, 24, 410, INK), rect(1466, 80, 24, 410, INK), rect(110, 470, 1380, 26, INK)],
  ...[rect(770, 80, 24, 110, INK), rect(770, 330, 24, 150, INK)],
  ...[door(450), door(1000), window(190), window(1220)],
  ...[frame(134, 92, 560, 78), frame(134, 166, 78, 180), frame(330, 106, 100, 48)],
  ...[frame(980, 110, 290, 110), line(980, 140, 290, 0), frame(1060, 250, 130, 60)],
  ...[frame(230, 490, 1140, 460, 8), rect(238, 496, 1124, 440, PAPER)],
  range(14).map((at) => line(240, 526 + at * 30, 1120, 0, 2, GRAY)),
  range(6).map((at) => rect(222 + at * 226, 936, 24, 24, INK)),
  ...[frame(1000, 950, 240, 180, 6), range(5).map((at) => line(1000, 980 + at * 30, 240, 0))],
  ...[
    circle(500, 720, 90),
    range(4).map((at) => circle(500 + [0, 126, 0, -126][at]!, 720 + [-126, 0, 126, 0][at]!, 30)),
  ],
  ...[line(230, 1010, 700, 0, 3), line(228, 994, 0, 34), line(928, 994, 0, 34)],
  range(24).map((at) => line(110 + at * 34, 1060, 20, 0, 3, GRAY)),
  ...[circle(1470, 1050, 56), line(1468, 1000, 0, 100)],
  {
    points: [
      [1470, 990],
      [1490, 1030],
      [1450, 1030],
    ],
    color: INK,
  },
];

/** Draws the plan of a deck. @returns a JPEG of `PLAN_SIZE` */
export function drawPlan(): Promise<Buffer> {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  for (const patch of flat(DRAWN)) paint(pixels, patch);
  return sharp(pixels, { raw: { ...PLAN_SIZE, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}
