/** A picture, ready to be saved. */
export interface Encoded {
  readonly picture: Blob;
  readonly width: number;
  readonly height: number;
}

const QUALITY = 0.9;
/** Fractions of the size, where a phone can’t make so large a picture. */
const SMALLER = [1, 0.6, 0.36];

const toBlob = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));

/** A canvas as a file; null if it is more than the device can make. */
export async function pictureOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const webp = await toBlob(canvas, "image/webp");
  // Safari makes no WebP and answers with a PNG.
  return webp?.type === "image/webp" ? webp : webp && (await toBlob(canvas, "image/jpeg"));
}

/** Draws a part of a picture at a size. @throws {Error} if the device can’t */
export async function encode(
  source: CanvasImageSource,
  from: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  size: { readonly width: number; readonly height: number },
): Promise<Encoded> {
  const canvas = document.createElement("canvas");
  for (const by of SMALLER) {
    canvas.width = Math.max(1, Math.round(size.width * by));
    canvas.height = Math.max(1, Math.round(size.height * by));
    const { width, height } = canvas;
    const context = canvas.getContext("2d");
    if (!context) continue;
    context.imageSmoothingQuality = "high";
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, width, height);
    const picture = await pictureOf(canvas);
    if (picture) {
      // Safari frees a canvas only once it is empty.
      [canvas.width, canvas.height] = [0, 0];
      return { picture, width, height };
    }
  }
  throw new Error("This device can’t draw a page this large. Try it on a computer.");
}

/** The whole of a picture, with its longer side at most so long, and at most so many pixels. */
export function encodeWhole(
  source: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
  side: number,
  pixels = Infinity,
): Promise<Encoded> {
  const by = Math.min(1, side / Math.max(width, height), Math.sqrt(pixels / (width * height)));
  return encode(source, { x: 0, y: 0, width, height }, { width: width * by, height: height * by });
}
