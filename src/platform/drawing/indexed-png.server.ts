import { library } from "../pictures/sharp.server.ts";

/** Enough for flat drawings: the rest are edges, where the eye accepts a neighboring color. */
const MAX_COLORS = 64;
/** Of 100: with fewer colors than allowed where that is hardly seen. Total size and error were measured. */
const QUALITY = 75;

/**
 * A PNG with a palette: a third of the size of the drawing library's 32-bit one. The same pixels give the
 * same bytes.
 * @param pixels RGBA, opaque, row by row
 * @param colors maximum number; more than 16 count as 256, the next size that PNG knows
 */
export async function encodeIndexedPng(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  colors = MAX_COLORS,
): Promise<Buffer> {
  const sharp = await library();
  return await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ palette: true, colors, quality: QUALITY, dither: 0, compressionLevel: 9 })
    .toBuffer();
}
