/** A picture as rows of red, green, blue and alpha, a byte each. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const NEARLY_WHITE = 244;

/** Whether the picture is opaque and its edge is white except for a few specks: it was drawn on white. */
export function hasWhiteBackground({ data, width, height }: Pixels): boolean {
  let edge = 0;
  let white = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if (data[at + 3]! < 255) return false;
      if (y > 0 && y < height - 1 && x > 0 && x < width - 1) continue;
      edge++;
      if (data[at]! >= NEARLY_WHITE && data[at + 1]! >= NEARLY_WHITE && data[at + 2]! >= NEARLY_WHITE)
        white++;
    }
  return white >= edge * 0.98;
}

/**
 * Makes white transparent: on white the result looks the same, on any other light background as if printed
 * there.
 */
export function removeWhite({ data, width, height }: Pixels): Pixels {
  const out = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const least = Math.min(data[at]!, data[at + 1]!, data[at + 2]!);
    // Specks of a JPEG's white stay invisible.
    const cover = least >= NEARLY_WHITE ? 0 : 255 - least;
    out[at + 3] = cover;
    if (cover === 0) continue;
    for (let part = at; part < at + 3; part++)
      out[part] = Math.round(255 - ((255 - data[part]!) * 255) / cover);
  }
  return { data: out, width, height };
}

const MIN_VISIBLE_ALPHA = 16;

/** Whether every pixel is opaque. */
export function isSolid({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at]! < 250) return false;
  return true;
}

/** Mean lightness of the visible pixels, from 0 to 1. */
export function meanLightness({ data }: Pixels): number {
  let seen = 0;
  let light = 0;
  for (let at = 0; at < data.length; at += 4) {
    const cover = data[at + 3]!;
    seen += cover;
    light += cover * (0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!);
  }
  return seen === 0 ? 0 : light / seen / 255;
}

/** The bounding box of the visible pixels, or undefined without any. */
export function visibleBox({
  data,
  width,
  height,
}: Pixels): { left: number; top: number; width: number; height: number } | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < MIN_VISIBLE_ALPHA) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
