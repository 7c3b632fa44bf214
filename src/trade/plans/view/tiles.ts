import { encode, encodeWhole } from "../upload/encode.ts";

/** Pixels of a tile’s side, and of the longer side of the picture that shows below all tiles. */
const TILE = 1024;
const WHOLE = 2048;

/** A part of a page: fractions of its width and height, and the address of its picture. */
export interface Tile {
  readonly key: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly address: string;
}

/** One size of a page, cut into tiles. */
export interface Layer {
  /** Pixels of the page’s width at this size. */
  readonly width: number;
  readonly tiles: readonly Tile[];
}

/** What is cut so far of a page: smaller sizes first. */
export type Layers = readonly Layer[];

/**
 * Cuts a large picture into tiles, half its size first, so that a browser holds only the visible ones in
 * memory. The whole picture is in memory only meanwhile.
 * @param report called each time a size is ready; their addresses are valid until `canceled`
 * @throws {Error} if this browser can’t decode the picture
 */
export async function cutTiles(
  picture: Blob,
  report: (layers: Layers) => void,
  canceled: AbortSignal,
): Promise<void> {
  const made: string[] = [];
  canceled.addEventListener("abort", () => made.forEach((one) => URL.revokeObjectURL(one)));
  const addressOf = (blob: Blob) => {
    const address = URL.createObjectURL(blob);
    made.push(address);
    if (canceled.aborted) URL.revokeObjectURL(address);
    return address;
  };
  const bitmap = await createImageBitmap(picture, { imageOrientation: "from-image" });
  try {
    const { width, height } = bitmap;
    const longer = Math.max(width, height);
    const whole = longer > WHOLE ? (await encodeWhole(bitmap, bitmap, WHOLE)).picture : picture;
    const all = { key: "whole", left: 0, top: 0, width: 1, height: 1, address: addressOf(whole) };
    let layers: Layers = [{ width: Math.min(width, (WHOLE / longer) * width), tiles: [all] }];
    report(layers);
    for (const by of longer > 2 * WHOLE ? [2, 1] : longer > WHOLE ? [1] : []) {
      const side = TILE * by;
      const tiles: Tile[] = [];
      for (let y = 0; y < height; y += side)
        for (let x = 0; x < width; x += side) {
          if (canceled.aborted) return;
          const from = { x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) };
          const size = { width: from.width / by, height: from.height / by };
          const { picture: part } = await encode(bitmap, from, size);
          tiles.push({
            ...{ key: `${by} ${x} ${y}`, address: addressOf(part) },
            ...{ left: x / width, top: y / height },
            ...{ width: from.width / width, height: from.height / height },
          });
        }
      layers = [...layers, { width: width / by, tiles }];
      report(layers);
    }
  } finally {
    bitmap.close();
  }
}

/** The part of a page that is on the screen, in fractions of the page. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * The whole page, and over it the visible tiles of the size that is sharp.
 * @param pixels of the page’s width on the screen
 */
export function tilesIn(layers: Layers, pixels: number, { left, top, right, bottom }: Window): Tile[] {
  const [below, ...finer] = layers;
  const sharp = finer.find(({ width }) => width >= pixels) ?? finer.at(-1);
  const isSharpEnough = !below || below.width >= pixels;
  const over = isSharpEnough ? [] : (sharp?.tiles ?? []);
  return [
    ...(below?.tiles ?? []),
    ...over.filter(
      (tile) =>
        tile.left < right &&
        tile.left + tile.width > left &&
        tile.top < bottom &&
        tile.top + tile.height > top,
    ),
  ];
}
