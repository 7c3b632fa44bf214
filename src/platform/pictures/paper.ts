import type { Pixels } from "./mosaic.ts";

/** A place in a picture, from 0 to 1 of its width and height. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}
/** Of a paper in a picture: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Corner, Corner, Corner, Corner];

/** Where corners begin if no paper is found. */
export const WHOLE: Corners = [
  { x: 0.06, y: 0.06 },
  { x: 0.94, y: 0.06 },
  { x: 0.94, y: 0.94 },
  { x: 0.06, y: 0.94 },
];

/** Less of a picture isn't a paper that somebody photographed. */
const LEAST_AREA = 0.1;
const LEAST_EDGE = 0.08;
/** Of its outline, a paper fills nearly all; a bright wall with things in front of it doesn't. */
const LEAST_FILLED = 0.8;

const grayOf = ({ data, width, height, channels }: Pixels): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, at) => {
    const from = at * channels;
    return (data[from]! * 299 + data[from + 1]! * 587 + data[from + 2]! * 114) / 1000;
  });

/** The gray that best divides a picture into dark and bright (Otsu's method). */
function thresholdOf(gray: Uint8Array): number {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const value of gray) counts[value]!++;
  const total = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [below, sumBelow, best, threshold] = [0, 0, -1, 128];
  for (let value = 0; value < 256; value++) {
    below += counts[value]!;
    sumBelow += counts[value]! * value;
    const above = gray.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (sumBelow / below - (total - sumBelow) / above) ** 2;
    if (between > best) [best, threshold] = [between, value];
  }
  return threshold;
}

/** The largest connected area that is brighter than the threshold, as the places of its pixels. */
function largestBright(gray: Uint8Array, width: number, threshold: number): number[] {
  const seen = new Uint8Array(gray.length);
  let largest: number[] = [];
  for (let start = 0; start < gray.length; start++) {
    if (seen[start] || gray[start]! <= threshold) continue;
    const area = [start];
    seen[start] = 1;
    for (const at of area)
      for (const next of [
        at - width,
        at + width,
        ...(at % width > 0 ? [at - 1] : []),
        ...(at % width < width - 1 ? [at + 1] : []),
      ])
        if (next >= 0 && next < gray.length && !seen[next] && gray[next]! > threshold) {
          seen[next] = 1;
          area.push(next);
        }
    if (area.length > largest.length) largest = area;
  }
  return largest;
}

/** Twice the area of a quadrilateral, by the shoelace formula. */
const doubleArea = (corners: readonly Corner[]): number =>
  Math.abs(
    corners.reduce((sum, { x, y }, at) => {
      const next = corners[(at + 1) % corners.length]!;
      return sum + x * next.y - next.x * y;
    }, 0),
  );

/**
 * Finds the corners of a paper that is brighter than what it lies on and turned by less than 45 degrees.
 * @param pixels of a small copy, some 300 pixels across; a larger one takes longer and finds no more
 * @returns null if there is none
 */
export function findPaper(pixels: Pixels): Corners | null {
  const { width, height } = pixels;
  const gray = grayOf(pixels);
  const area = largestBright(gray, width, thresholdOf(gray));
  if (area.length < LEAST_AREA * gray.length) return null;
  const farthest = (along: (x: number, y: number) => number): Corner => {
    let [best, found] = [-Infinity, 0];
    for (const at of area) {
      const value = along(at % width, Math.floor(at / width));
      if (value > best) [best, found] = [value, at];
    }
    return { x: (found % width) + 0.5, y: Math.floor(found / width) + 0.5 };
  };
  const corners = [
    farthest((x, y) => -x - y),
    farthest((x, y) => x - y),
    farthest((x, y) => x + y),
    farthest((x, y) => y - x),
  ];
  // The whole picture is bright: then its edges are nobody's corners.
  if (doubleArea(corners) > 1.96 * gray.length) return null;
  if (area.length < (LEAST_FILLED * doubleArea(corners)) / 2) return null;
  const scaled = corners.map(({ x, y }) => ({ x: x / width, y: y / height })) as unknown as Corners;
  return isPaper(scaled) ? scaled : null;
}

/** Whether corners go around a paper without crossing, and are far enough apart to show anything. */
export function isPaper(corners: Corners): boolean {
  const turns = corners.map(({ x, y }, at) => {
    const [next, after] = [corners[(at + 1) % 4]!, corners[(at + 2) % 4]!];
    return (next.x - x) * (after.y - next.y) - (next.y - y) * (after.x - next.x);
  });
  const edges = corners.map(({ x, y }, at) => {
    const next = corners[(at + 1) % 4]!;
    return Math.hypot(next.x - x, next.y - y);
  });
  return turns.every((turn) => turn > 0) && edges.every((edge) => edge > LEAST_EDGE);
}

const distance = (one: Corner, other: Corner, { width, height }: { width: number; height: number }) =>
  Math.hypot((one.x - other.x) * width, (one.y - other.y) * height);

/** The size of a straightened paper: as long as its longer edges in the picture. @param most pixels */
export function paperSize(
  [topLeft, topRight, bottomRight, bottomLeft]: Corners,
  size: { readonly width: number; readonly height: number },
  most: number,
): { readonly width: number; readonly height: number } {
  const width = Math.max(distance(topLeft, topRight, size), distance(bottomLeft, bottomRight, size));
  const height = Math.max(distance(topLeft, bottomLeft, size), distance(topRight, bottomRight, size));
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Where in a picture each place of its straightened paper is: the projection of a square onto the corners
 * (Heckbert, 1989). Takes and gives places from 0 to 1.
 */
export function projection([p0, p1, p2, p3]: Corners): (u: number, v: number) => Corner {
  const [sumX, sumY] = [p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y];
  const [x1, x2] = [p1.x - p2.x, p3.x - p2.x];
  const [y1, y2] = [p1.y - p2.y, p3.y - p2.y];
  const divisor = x1 * y2 - x2 * y1;
  const g = (sumX * y2 - x2 * sumY) / divisor;
  const h = (x1 * sumY - sumX * y1) / divisor;
  const [a, b] = [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x];
  const [d, e] = [p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y];
  return (u, v) => {
    const w = g * u + h * v + 1;
    return { x: (a * u + b * v + p0.x) / w, y: (d * u + e * v + p0.y) / w };
  };
}

/**
 * Draws some rows of a straightened paper, each pixel from the four nearest ones of the picture.
 * @param into of the paper's size, with four channels
 */
export function straightenRows(
  from: Pixels,
  into: Pixels,
  corners: Corners,
  rows: { readonly first: number; readonly end: number },
): void {
  const at = projection(corners);
  for (let row = rows.first; row < rows.end; row++)
    for (let column = 0; column < into.width; column++) {
      const place = at((column + 0.5) / into.width, (row + 0.5) / into.height);
      const x = Math.min(from.width - 1.001, Math.max(0, place.x * from.width - 0.5));
      const y = Math.min(from.height - 1.001, Math.max(0, place.y * from.height - 0.5));
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const [right, down] = [x - left, y - top];
      const first = (top * from.width + left) * from.channels;
      const below = first + from.width * from.channels;
      const to = (row * into.width + column) * into.channels;
      for (let channel = 0; channel < 3; channel++) {
        const above =
          from.data[first + channel]! * (1 - right) + from.data[first + from.channels + channel]! * right;
        const under =
          from.data[below + channel]! * (1 - right) + from.data[below + from.channels + channel]! * right;
        into.data[to + channel] = above * (1 - down) + under * down;
      }
      into.data[to + 3] = 255;
    }
}
