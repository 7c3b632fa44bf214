import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Flat drawings need no more: the rest are edges, which the eye sees as one of their neighbours. */
const COLOURS = 64;
/** Colours nearer than this, per channel of 255, are one colour. */
const APART = 9;

/**
 * A PNG with a palette: a third of the size of the 32-bit one that the drawing library writes. The same
 * pixels give the same bytes.
 * @param pixels RGBA, opaque, row by row
 */
export function encodeIndexedPng(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  colours = COLOURS,
): Buffer {
  const all = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const colourAt = (at: number) => all.getUint32(at * 4) >>> 8;
  const counts = new Map<number, number>();
  // Most pixels are like the one before: a run is counted, and looked up, once.
  for (let at = 0, start = 0; at < width * height; start = at) {
    const colour = colourAt(at);
    do at++;
    while (at < width * height && colourAt(at) === colour);
    counts.set(colour, (counts.get(colour) ?? 0) + at - start);
  }
  const palette = choosePalette(counts, colours);
  const index = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));

  const bits = palette.length <= 16 ? 4 : 8;
  const stride = 1 + Math.ceil((width * bits) / 8);
  const rows = Buffer.alloc(stride * height);
  let colour = -1;
  let entry = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const next = colourAt(y * width + x);
      if (next !== colour) entry = index.get((colour = next))!;
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
    chunk(
      "PLTE",
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The most frequent colours that are far enough apart, most frequent first. */
function choosePalette(counts: ReadonlyMap<number, number>, colours: number): number[] {
  const palette: number[] = [];
  for (const [colour] of [...counts].sort(([a, m], [b, n]) => n - m || a - b)) {
    if (palette.length === colours) break;
    if (palette.every((chosen) => channels(chosen, colour).some((gap) => gap > APART))) palette.push(colour);
  }
  return palette;
}

const channels = (a: number, b: number): readonly number[] =>
  [16, 8, 0].map((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)));

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Infinity;
  for (const [at, chosen] of palette.entries()) {
    const gap = channels(chosen, colour).reduce((sum, one) => sum + one * one, 0);
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
