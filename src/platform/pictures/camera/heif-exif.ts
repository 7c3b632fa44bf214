/** A box of the MP4 family: its name, and where its content begins and ends. */
interface Box {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const MAX_BOXES = 1000;

function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from, count = 0; at + 8 <= to && count < MAX_BOXES; count++) {
    const declared = view.getUint32(at);
    const length = declared === 1 ? Number(view.getBigUint64(at + 8)) : declared === 0 ? to - at : declared;
    const name = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at + 4, 4));
    if (length < 8 || at + length > to) return;
    yield { name, from: at + (declared === 1 ? 16 : 8), to: at + length };
    at += length;
  }
}

const child = (view: DataView, { from, to }: Box, name: string, skip = 0): Box | undefined => {
  for (const box of boxesIn(view, from + skip, to)) if (box.name === name) return box;
  return undefined;
};

/**
 * Finds the EXIF of a HEIC or AVIF photo. The EXIF library misses it in many.
 * @param bytes of the file, as many as available
 * @returns its bytes from the TIFF header on; null without EXIF
 */
export function exifOfHeif(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const meta = child(view, { name: "", from: 0, to: bytes.length }, "meta");
    const items = meta && child(view, meta, "iinf", 4);
    const places = meta && child(view, meta, "iloc", 4);
    const id = items && exifItem(view, items);
    const place = id === undefined || !places ? undefined : placeOf(view, places, id);
    if (!place) return null;
    const item = bytes.subarray(place.from, place.from + place.length);
    // Its first four bytes are the distance to the TIFF header.
    const head = 4 + new DataView(item.buffer, item.byteOffset, item.byteLength).getUint32(0);
    return head < item.length ? item.subarray(head) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function exifItem(view: DataView, { from, to }: Box): number | undefined {
  const start = from + (view.getUint8(from) === 0 ? 6 : 8);
  for (const box of boxesIn(view, start, to)) {
    const version = view.getUint8(box.from);
    if (box.name !== "infe" || version < 2) continue;
    const isLong = version > 2;
    // "Exif" as a number.
    if (view.getUint32(box.from + (isLong ? 10 : 8)) === 0x45786966)
      return isLong ? view.getUint32(box.from + 4) : view.getUint16(box.from + 4);
  }
  return undefined;
}

function placeOf(
  view: DataView,
  { from }: Box,
  wanted: number,
): { readonly from: number; readonly length: number } | undefined {
  const version = view.getUint8(from);
  let at = from + 4;
  const readNumber = (size: number): number => {
    const value =
      size === 0
        ? 0
        : size === 2
          ? view.getUint16(at)
          : size === 4
            ? view.getUint32(at)
            : size === 8
              ? Number(view.getBigUint64(at))
              : Number.NaN;
    at += size;
    return value;
  };
  const sizes = readNumber(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 12,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    sizes & 15,
  ];
  const idSize = version < 2 ? 2 : 4;
  const count = readNumber(idSize);
  for (let item = 0; item < count; item++) {
    const id = readNumber(idSize);
    const isInFile = version === 0 || (readNumber(2) & 15) === 0;
    at += 2;
    const base = readNumber(baseSize);
    const extents = readNumber(2);
    for (let extent = 0; extent < extents; extent++) {
      if (version > 0) at += indexSize;
      const offset = readNumber(offsetSize);
      const length = readNumber(lengthSize);
      if (id === wanted)
        return isInFile && Number.isSafeInteger(base + offset) ? { from: base + offset, length } : undefined;
    }
  }
  return undefined;
}
