import { describe, expect, it } from "vitest";
import {
  type Corner,
  type Corners,
  findPaper,
  isPaper,
  paperSize,
  projection,
  straightenRows,
  WHOLE,
} from "./paper.ts";

/** A paper seen at an angle. */
const CORNERS: Corners = [
  { x: 0.2, y: 0.15 },
  { x: 0.75, y: 0.22 },
  { x: 0.88, y: 0.85 },
  { x: 0.12, y: 0.78 },
];
const [WIDTH, HEIGHT] = [320, 240];
const [TABLE, WHITE, INK] = [80, 244, 40];

/** @param grayAt of a place from 0 to 1; undefined for the dark table */
function picture(grayAt: (x: number, y: number) => number | undefined) {
  const data = new Uint8Array(WIDTH * HEIGHT * 4).fill(255);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const gray = grayAt((x + 0.5) / WIDTH, (y + 0.5) / HEIGHT) ?? TABLE;
      data.fill(gray, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 4 };
}
const isInside = (corners: readonly Corner[], x: number, y: number): boolean =>
  corners.every((one, at) => {
    const next = corners[(at + 1) % corners.length]!;
    return (next.x - one.x) * (y - one.y) - (next.y - one.y) * (x - one.x) >= 0;
  });
const isText = (x: number, y: number): boolean => x > 0.35 && x < 0.7 && Math.round(y * 100) % 12 < 2;

describe("a paper", () => {
  it("is found by its corners", () => {
    const paper = picture((x, y) => (isInside(CORNERS, x, y) ? (isText(x, y) ? INK : WHITE) : undefined));
    const found = findPaper(paper)!;
    for (const [at, { x, y }] of CORNERS.entries())
      expect(Math.hypot(found[at]!.x - x, found[at]!.y - y)).toBeLessThan(0.02);
  });

  it("isn’t found where there is none", () => {
    const triangle = [
      { x: 0.06, y: 0.08 },
      { x: 0.94, y: 0.12 },
      { x: 0.1, y: 0.92 },
    ];
    expect(findPaper(picture(() => undefined))).toBeNull();
    expect(findPaper(picture((x, y) => (Math.hypot(x - 0.2, y - 0.2) < 0.1 ? WHITE : undefined)))).toBeNull();
    expect(findPaper(picture((x, y) => (isInside(triangle, x, y) ? WHITE : undefined)))).toBeNull();
    expect(findPaper(picture(() => WHITE))).toBeNull();
  });

  it("has corners in order that don’t cross", () => {
    expect(isPaper(WHOLE)).toBe(true);
    expect(isPaper(CORNERS)).toBe(true);
    const [one, two, three, four] = CORNERS;
    expect(isPaper([two, one, three, four])).toBe(false);
    expect(isPaper([one, one, three, four])).toBe(false);
  });

  it("is straightened: its corners become those of the picture", () => {
    const at = projection(CORNERS);
    for (const [corner, [u, v]] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].entries()) {
      expect(at(u!, v!).x).toBeCloseTo(CORNERS[corner]!.x, 9);
      expect(at(u!, v!).y).toBeCloseTo(CORNERS[corner]!.y, 9);
    }
    const from = picture((x, y) => (isInside(CORNERS, x, y) ? WHITE : undefined));
    const size = paperSize(CORNERS, from, 200);
    expect(Math.max(size.width, size.height)).toBe(200);
    const into = { ...size, data: new Uint8Array(size.width * size.height * 4), channels: 4 };
    straightenRows(from, into, CORNERS, { first: 0, end: size.height });
    const white = into.data.filter((value, place) => place % 4 === 0 && value > 240).length;
    expect(white / (size.width * size.height)).toBeGreaterThan(0.97);
  });
});
