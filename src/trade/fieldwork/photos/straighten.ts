import { type Corners, findPaper, paperSize, straightenRows } from "#platform/pictures/paper.ts";

/** Pixels across a copy in which a paper is looked for. */
const SMALL = 320;
/** Longest side of a straightened paper in pixels: small print on a letter page can be read. */
const MOST = 2600;
/** Rows drawn before the screen gets its turn. */
const ROWS = 48;
const QUALITY = 0.9;

function pixelsOf(bitmap: ImageBitmap, most: number) {
  const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser can’t straighten photos.");
  context.drawImage(bitmap, 0, 0, width, height);
  return { data: context.getImageData(0, 0, width, height).data, width, height, channels: 4 };
}

/** Decodes a photo to straighten. @throws if this browser can't read it */
export const openPaper = (photo: Blob): Promise<ImageBitmap> =>
  createImageBitmap(photo, { imageOrientation: "from-image" });

/** The corners of the paper in a photo, or null. */
export const cornersIn = (photo: ImageBitmap): Corners | null => findPaper(pixelsOf(photo, SMALL));

/** The paper within the corners, straightened: a JPEG. */
export async function straighten(photo: ImageBitmap, corners: Corners): Promise<File> {
  // Larger than the paper becomes, so that little is lost.
  const from = pixelsOf(photo, MOST * 1.5);
  const { width, height } = paperSize(corners, from, MOST);
  const into = { data: new Uint8ClampedArray(width * height * 4), width, height, channels: 4 };
  for (let first = 0; first < height; first += ROWS) {
    straightenRows(from, into, corners, { first, end: Math.min(height, first + ROWS) });
    await new Promise((resolve) => setTimeout(resolve));
  }
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.putImageData(new ImageData(into.data, width, height), 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
  return new File([blob], `paper-${Date.now()}.jpg`, { type: "image/jpeg" });
}
