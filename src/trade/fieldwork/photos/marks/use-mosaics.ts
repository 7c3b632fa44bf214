import { useEffect, useState } from "react";
import { blocksOf, mosaic } from "#platform/pictures/mosaic.ts";
import { blurredIn } from "./drawing.ts";
import type { Mark } from "./marks.ts";

/** A photo on the screen, with its size in pixels, upright. One for each time it is loaded. */
export interface LoadedPhoto {
  readonly image: HTMLImageElement;
  readonly width: number;
  readonly height: number;
}

/** A blurred region as a picture, in parts of the photo. */
export interface Mosaic {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly source: string;
}

/** Longest side in pixels of the copy that is blurred. */
const SIDE = 1000;

/**
 * What is shown in place of blurred regions, once the photo is loaded. The same code removes them on the
 * server.
 */
export function useMosaics(photo: LoadedPhoto, marks: readonly Mark[]): readonly Mosaic[] {
  const [mosaics, setMosaics] = useState<readonly Mosaic[]>([]);
  const key = JSON.stringify(blurredIn(marks));
  useEffect(() => {
    const regions = blurredIn(marks);
    setMosaics(regions.length > 0 ? drawMosaics(photo, regions) : []);
  }, [photo, key]);
  return mosaics;
}

function drawMosaics(photo: LoadedPhoto, regions: ReturnType<typeof blurredIn>): Mosaic[] {
  const scale = Math.min(1, SIDE / Math.max(photo.width, photo.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return [];
  context.drawImage(photo.image, 0, 0, canvas.width, canvas.height);
  const { width, height } = canvas;
  const pixels = context.getImageData(0, 0, width, height);
  for (const region of regions) mosaic({ data: pixels.data, width, height, channels: 4 }, region);
  context.putImageData(pixels, 0, 0);
  return regions.map((region) => {
    const area = blocksOf(region, { width, height });
    const piece = document.createElement("canvas");
    piece.width = Math.max(1, area.width);
    piece.height = Math.max(1, area.height);
    piece
      .getContext("2d")
      ?.drawImage(canvas, area.x, area.y, area.width, area.height, 0, 0, area.width, area.height);
    return {
      ...{ x: area.x / width, y: area.y / height, width: area.width / width, height: area.height / height },
      source: piece.toDataURL("image/png"),
    };
  });
}
