/** A rectangle of a picture, from 0 to 1 of its width and height. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** 3 or 4 bytes for each pixel. */
  readonly channels: number;
}

/** Blocks across the longer side: too few to read a plate or know a face. */
const MOST_BLOCKS = 12;
/** Shortest side of a block as a part of the picture's longer side, for small regions. */
const LEAST_BLOCK = 1 / 100;
/**
 * Pixels around a region that are covered too: when a picture was made smaller, those next to the region took
 * up a little of what is in it.
 */
const MARGIN = 3;

/** The pixels that a region covers, and the side of its blocks. */
export function blocksOf(
  { left, top, right, bottom }: Region,
  { width, height }: Pick<Pixels, "width" | "height">,
): { x: number; y: number; width: number; height: number; side: number } {
  const x = Math.max(0, Math.floor(Math.min(left, right) * width) - MARGIN);
  const y = Math.max(0, Math.floor(Math.min(top, bottom) * height) - MARGIN);
  const across = Math.min(width, Math.ceil(Math.max(left, right) * width) + MARGIN) - x;
  const down = Math.min(height, Math.ceil(Math.max(top, bottom) * height) + MARGIN) - y;
  const side = Math.max(
    Math.ceil(Math.max(across, down) / MOST_BLOCKS),
    Math.ceil(Math.max(width, height) * LEAST_BLOCK),
  );
  return { x, y, width: Math.max(0, across), height: Math.max(0, down), side };
}

/**
 * Replaces a region by blocks of one color each, the average of its pixels. Nothing else of them remains, so
 * it can't be undone. The same code shows it on the device and removes it on the server.
 * @param pixels changed in place
 */
export function mosaic(pixels: Pixels, region: Region): void {
  const { data, width, channels } = pixels;
  const area = blocksOf(region, pixels);
  for (let top = area.y; top < area.y + area.height; top += area.side)
    for (let left = area.x; left < area.x + area.width; left += area.side) {
      const bottom = Math.min(top + area.side, area.y + area.height);
      const right = Math.min(left + area.side, area.x + area.width);
      const count = (bottom - top) * (right - left);
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let y = top; y < bottom; y++)
          for (let x = left; x < right; x++) sum += data[(y * width + x) * channels + channel]!;
        const average = Math.round(sum / count);
        for (let y = top; y < bottom; y++)
          for (let x = left; x < right; x++) data[(y * width + x) * channels + channel] = average;
      }
    }
}
