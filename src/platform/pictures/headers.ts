import type { Kind } from "./kinds.ts";

/** Width and height in pixels, as stored. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Maximum pixels of a photo: more than any phone's largest. */
export const MOST_PIXELS = 60_000_000;

/**
 * A photo's size by its header. Decodes nothing.
 * @param bytes of the file: all of it, or enough of its beginning
 * @returns null if its header can't be read
 */
export function sizeOf(kind: Kind, bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const found = READERS[kind]?.(view, bytes) ?? null;
    return found && found.width > 0 && found.height > 0 ? found : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Reader = (view: DataView, bytes: Uint8Array) => Size | null;

const READERS: Readonly<Partial<Record<Kind, Reader>>> = {
  png: (view) =>
    view.getUint32(12) === 0x49484452 ? { width: view.getUint32(16), height: view.getUint32(20) } : null,
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  webp: webpSize,
  jpeg: jpegSize,
  heic: largestSpatialExtent,
  avif: largestSpatialExtent,
};

function webpSize(view: DataView): Size | null {
  const u24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (view.getUint32(12)) {
    case 0x56503858: // VP8X
      return { width: u24(24) + 1, height: u24(27) + 1 };
    case 0x5650384c: {
      // VP8L
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503820: // VP8
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(view: DataView): Size | null {
  for (const { marker, at } of segments(view))
    if (isFrame(marker)) return { width: view.getUint16(at + 5), height: view.getUint16(at + 3) };
  return null;
}

/** The segments of a JPEG up to its first picture data: marker, and offset of the length. */
function* segments(view: DataView): Generator<{ readonly marker: number; readonly at: number }> {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return;
    while (view.getUint8(at) === 0xff) at++;
    const marker = view.getUint8(at++);
    yield { marker, at };
    if (marker === 0xda || marker === 0xd9) return;
    at += Math.max(2, view.getUint16(at));
  }
}

/** Fewer bytes of picture data show nothing. */
const MIN_SHOWN = 256;

/**
 * Whether a JPEG is truncated: it has some picture data but no end.
 * @param bytes the whole file
 */
export function isCutOff(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let begun = -1;
  try {
    for (const { marker, at } of segments(view)) if (marker === 0xda) begun = at + view.getUint16(at);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  if (begun < 0 || bytes.length - begun < MIN_SHOWN) return false;
  for (let at = bytes.indexOf(0xff, begun); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return false;
  return true;
}

/** HEIC and AVIF have a size for each picture, its tiles and its preview: the largest is the photo. */
function largestSpatialExtent(view: DataView): Size | null {
  let largest: Size | null = null;
  for (let at = 0; at + 20 <= view.byteLength; at++) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const found = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!largest || found.width * found.height > largest.width * largest.height) largest = found;
  }
  return largest;
}
