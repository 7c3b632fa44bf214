import type { CameraClock } from "./camera-time.ts";

const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET = 0x9011;
const EXIF_TABLE = 0x8769;
const TEXT = 2;
const LONG = 4;

/**
 * Writes a camera's time into a JPEG without EXIF, so that a converted photo still says when it was taken.
 * @param jpeg as a browser makes it
 * @returns the same bytes if the camera has no local time
 */
export function withTime(jpeg: Uint8Array, { local, at }: CameraClock): Uint8Array<ArrayBuffer> {
  const same = new Uint8Array(jpeg);
  if (local === null) return same;
  const dateTime = `${local.slice(0, 19).replaceAll("-", ":").replace("T", " ")}\0`;
  const offset =
    at === null ? null : formatOffset(Math.round((Date.parse(`${local.slice(0, 19)}Z`) - at) / 60_000));
  const entries =
    offset === null
      ? [{ tag: DATE_TIME_ORIGINAL, text: dateTime }]
      : [
          { tag: DATE_TIME_ORIGINAL, text: dateTime },
          { tag: OFFSET, text: offset },
        ];
  // Header, the first table with one entry, the EXIF table, and the texts behind it.
  const table = 8 + 2 + 12 + 4;
  const texts = table + 2 + entries.length * 12 + 4;
  const tiff = new Uint8Array(texts + entries.reduce((sum, { text }) => sum + text.length, 0));
  const view = new DataView(tiff.buffer);
  tiff.set([0x4d, 0x4d, 0, 42, 0, 0, 0, 8]);
  view.setUint16(8, 1);
  const entry = (place: number, tag: number, type: number, count: number, value: number) => {
    view.setUint16(place, tag);
    view.setUint16(place + 2, type);
    view.setUint32(place + 4, count);
    view.setUint32(place + 8, value);
  };
  entry(10, EXIF_TABLE, LONG, 1, table);
  view.setUint16(table, entries.length);
  let end = texts;
  for (const [index, { tag, text }] of entries.entries()) {
    entry(table + 2 + index * 12, tag, TEXT, text.length, end);
    tiff.set(new TextEncoder().encode(text), end);
    end += text.length;
  }
  const head = new Uint8Array([0xff, 0xe1, 0, 0, 0x45, 0x78, 0x69, 0x66, 0, 0]);
  new DataView(head.buffer).setUint16(2, tiff.length + 8);
  const whole = new Uint8Array(jpeg.length + head.length + tiff.length);
  whole.set(jpeg.subarray(0, 2));
  whole.set(head, 2);
  whole.set(tiff, 2 + head.length);
  whole.set(jpeg.subarray(2), 2 + head.length + tiff.length);
  return whole;
}

function formatOffset(minutes: number): string {
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}\0`;
}
