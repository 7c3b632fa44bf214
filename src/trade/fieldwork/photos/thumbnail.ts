import { savePoster, savePreview, type Store } from "#ground/sync/public.tsx";
import { likenessOfSample, SAMPLE } from "#platform/pictures/likeness.ts";
import { isVideoType } from "./photos.ts";

// Draws thumbnails on the device. The original is saved first, and kept even if this fails.

/** Pixels: sharp enough for three side by side on a phone. */
const PREVIEW_SIDE = 480;
/** Longest side of the poster frame, in pixels. */
const POSTER_SIDE = 1600;
/** How long a browser may take to show the first frame. */
const FRAME_TIMEOUT_MS = 8_000;

/** If the browser can't read the file, the server draws it later. */
export async function drawThumbnail(store: Store, sha256: string, file: Blob): Promise<void> {
  if (!isVideoType(file.type)) {
    const { preview } = await drawPicture(file);
    if (preview) await savePreview(store, sha256, preview);
    return;
  }
  try {
    const { poster, preview } = await firstFrame(file);
    if (preview) await savePreview(store, sha256, preview);
    if (poster) await savePoster(store, sha256, poster);
  } catch {
    // A kind of video that this browser can't play.
  }
}

export interface DrawnPicture {
  readonly preview: Blob | null;
  /** What it shows, for folding bursts. */
  readonly likeness: string | null;
}

/** A photo's preview and likeness; nulls if this browser can't decode it. */
export async function drawPicture(file: Blob): Promise<DrawnPicture> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const likeness = likenessOf(bitmap);
    const preview = await drawScaled(bitmap, bitmap, PREVIEW_SIDE);
    bitmap.close();
    return { preview, likeness };
  } catch {
    // Such as HEIC outside of Safari.
    return { preview: null, likeness: null };
  }
}

/**
 * A picture as a JPEG of at most this many pixels on its longer side, upright, on white where it is
 * transparent; null if this browser can't decode it.
 */
export async function drawSmaller(file: Blob, side: number): Promise<Blob | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const smaller = await drawScaled(bitmap, bitmap, side);
    bitmap.close();
    return smaller;
  } catch {
    return null;
  }
}

/** The likeness of a picture, or of what a live camera shows right now; null if it shows nothing yet. */
export function likenessOf(source: CanvasImageSource): string | null {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SAMPLE, SAMPLE];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, SAMPLE, SAMPLE);
  const { data } = context.getImageData(0, 0, SAMPLE, SAMPLE);
  if (data[3] === 0) return null;
  return likenessOfSample(
    Array.from(
      { length: SAMPLE * SAMPLE },
      (_, at) => 0.299 * data[at * 4]! + 0.587 * data[at * 4 + 1]! + 0.114 * data[at * 4 + 2]!,
    ),
  );
}

async function drawScaled(
  source: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
  side: number,
): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
}

async function firstFrame(file: Blob): Promise<{ poster: Blob | null; preview: Blob | null }> {
  const address = URL.createObjectURL(file);
  const video = document.createElement("video");
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = "auto";
    video.src = address;
    await waitFor(video, "loadeddata");
    // The very first frame is often black.
    video.currentTime = Math.min(0.2, (video.duration || 0) / 2);
    await waitFor(video, "seeked");
    const size = { width: video.videoWidth, height: video.videoHeight };
    return {
      poster: await drawScaled(video, size, POSTER_SIDE),
      preview: await drawScaled(video, size, PREVIEW_SIDE),
    };
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(address);
  }
}

function waitFor(video: HTMLVideoElement, what: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error("the video did not show a frame in time")),
      FRAME_TIMEOUT_MS,
    );
    video.addEventListener(what, () => (clearTimeout(late), resolve()), { once: true });
    video.addEventListener(
      "error",
      () => (clearTimeout(late), reject(new Error("the video can't be read"))),
      { once: true },
    );
  });
}
