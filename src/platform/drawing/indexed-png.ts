import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Enough for flat drawings: the rest are edges, where the eye accepts a neighboring color. */
const MAX_COLORS = 64;
/** Colors nearer than this, per channel of 255, count as one. */
const MIN_DISTANCE = 9;

/**
 * A PNG with a palette: a third of the size of the drawing library's 32-bit one. The same pixels give the
 * same bytes.
 * @param pixels RGBA, opaque, row by row
 */
export function encodeIndexedPng(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  colors = MAX_COLORS,
): Buffer {
  const all = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const colorAt = (at: number) => all.getUint32(at * 4) >>> 8;
  const counts = new Map<number, number>();
  // Most pixels equal the previous one: count and look up each run once.
  for (let at = 0, start = 0; at < width * height; start = at) {
    const color = colorAt(at);
    do at++;
    while (at < width * height && colorAt(at) === color);
    counts.set(color, (counts.get(color) ?? 0) + at - start);
  }
  const palette = choosePalette(counts, colors);
  const index = new Map([...counts.keys()].map((color) => [color, nearest(palette, color)]));

  const bits = palette.length <= 16 ? 4 : 8;
  const stride = 1 + Math.ceil((width * bits) / 8);
  const rows = Buffer.alloc(stride * height);
  let color = -1;
  let entry = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const next = colorAt(y * width + x);
      if (next !== color) entry = index.get((color = next))!;
      if (bits === 8) rows[y * stride + 1 + x] = entry;
      else rows[y * stride + 1 + (x >> 1)]! |= entry << (x % 2 ? 0 : 4);
    }

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 3], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The most frequent colors that are far enough apart, most frequent first. */
function choosePalette(counts: ReadonlyMap<number, number>, colors: number): number[] {
  const palette: number[] = [];
  for (const [color] of [...counts].sort(([a, m], [b, n]) => n - m || a - b)) {
    if (palette.length === colors) break;
    if (palette.every((chosen) => channels(chosen, color).some((gap) => gap > MIN_DISTANCE)))
      palette.push(color);
  }
  return palette;
}

const channels = (a: number, b: number): readonly number[] =>
  [16, 8, 0].map((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)));

function nearest(palette: readonly number[], color: number): number {
  let best = 0;
  let least = Infinity;
  for (const [at, chosen] of palette.entries()) {
    const gap = channels(chosen, color).reduce((sum, one) => sum + one * one, 0);
    if (gap < least) [best, least] = [at, gap];
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
