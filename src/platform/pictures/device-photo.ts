import { parse } from "exifr/dist/mini.esm.mjs";
import { type CameraClock, readClock, type TimeTags, videoMoment } from "./camera/camera-time.ts";
import { isCutOff, MOST_PIXELS, type Size, sizeOf } from "./headers.ts";
import { exifOfHeif } from "./camera/heif-exif.ts";
import { withTime } from "./camera/time-in-jpeg.ts";
import { type FoundKind, HEAD_BYTES, isVideo, type Kind, sniff } from "./kinds.ts";

// Reads files in the browser before they are sent. Loaded when the first file is chosen: the EXIF reader is
// 29 KB.

/** A file's properties, as far as the device can find them. */
export interface DevicePhoto {
  readonly found: FoundKind;
  /** Of a photo with a readable header. */
  readonly size: Size | null;
  readonly clock: CameraClock;
  /** Whether it is a JPEG whose last rows are missing. */
  readonly isIncomplete: boolean;
}

const NO_CLOCK: CameraClock = { local: null, at: null };
/** More than any real photo. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 200;

/** Reads a file's properties. Rejects if the file can't be read at all. */
export async function readDevicePhoto(file: Blob): Promise<DevicePhoto> {
  const found = sniff(await bytesOf(file, 0, HEAD_BYTES));
  const { kind } = found;
  if (kind !== null && isVideo(kind))
    return {
      found,
      size: null,
      clock: kind === "webm" ? NO_CLOCK : await videoClock(file),
      isIncomplete: false,
    };
  const bytes = await bytesOf(file, 0, MAX_BYTES);
  return {
    found,
    size: kind && sizeOf(kind, bytes),
    clock: await clockOf(bytes, kind),
    isIncomplete: kind === "jpeg" && file.size <= MAX_BYTES && isCutOff(bytes),
  };
}

const bytesOf = async (file: Blob, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

/** Invalid camera notes are ignored. */
async function clockOf(bytes: Uint8Array<ArrayBuffer>, kind: Kind | null): Promise<CameraClock> {
  try {
    const tiff = FINDERS[kind ?? ""]?.(bytes) ?? (kind === null ? bytes : null);
    const source = kind === "jpeg" ? bytes : tiff && asJpeg(tiff);
    if (!source) return NO_CLOCK;
    const tags: unknown = await parse(source, {
      gps: true,
      reviveValues: false,
      translateKeys: false,
      translateValues: false,
    });
    return typeof tags === "object" && tags !== null
      ? readClock(named(tags as Record<string, unknown>))
      : NO_CLOCK;
  } catch {
    return NO_CLOCK;
  }
}

/** The reader only knows EXIF in a JPEG, so wrap other formats' EXIF in a JPEG header. */
function asJpeg(tiff: Uint8Array): Uint8Array {
  const marked = String.fromCharCode(...tiff.subarray(0, 6)) === "Exif\0\0" ? tiff.subarray(6) : tiff;
  const some = marked.subarray(0, 0xffff - 8);
  const bytes = new Uint8Array(14 + some.length);
  bytes.set([
    0xff,
    0xd8,
    0xff,
    0xe1,
    (some.length + 8) >> 8,
    (some.length + 8) & 0xff,
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
  ]);
  bytes.set(some, 12);
  bytes.set([0xff, 0xd9], 12 + some.length);
  return bytes;
}

function exifOfPng(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    if (view.getUint32(at + 4) === 0x65584966) return bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
  return null;
}

function exifOfWebp(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    if (view.getUint32(at) === 0x45584946) return bytes.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  return null;
}

/** Finds EXIF by kind, except JPEG. */
const FINDERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | null>> = {
  png: exifOfPng,
  webp: exifOfWebp,
  heic: exifOfHeif,
  avif: exifOfHeif,
};

/** The small build of the library returns tags by number only. */
const NUMBERS: Readonly<Record<number, string>> = {
  0x9003: "DateTimeOriginal",
  0x9011: "OffsetTimeOriginal",
  0x9291: "SubSecTimeOriginal",
  0x9004: "DateTimeDigitized",
  0x9012: "OffsetTimeDigitized",
  0x9292: "SubSecTimeDigitized",
  0x9010: "OffsetTime",
  0x1d: "GPSDateStamp",
  0x07: "GPSTimeStamp",
};

const named = (tags: Readonly<Record<string, unknown>>): TimeTags =>
  Object.fromEntries(Object.entries(NUMBERS).map(([number, name]) => [name, tags[number]]));

async function videoClock(file: Blob): Promise<CameraClock> {
  for (let at = 0, part = 0; at + 16 <= file.size && part < MAX_PARTS; part++) {
    const bytes = await bytesOf(file, at, at + 256);
    const head = new DataView(bytes.buffer);
    const declared = head.getUint32(0);
    if (head.getUint32(4) === 0x6d6f6f76) return { local: null, at: videoMoment(bytes) };
    const length = declared === 1 ? Number(head.getBigUint64(8)) : declared;
    if (length < 8) break;
    at += length;
  }
  return NO_CLOCK;
}

/**
 * Converts a picture that this browser can show to a JPEG of the same size, upright. Of the camera's notes,
 * only the time is preserved.
 * @returns null if the browser can't show it
 */
export async function toJpeg(file: File, clock: CameraClock): Promise<File | null> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const { width, height } = picture;
    if (width * height > MOST_PIXELS) return null;
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (!context) return null;
    // Transparent pixels become white, as on paper.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0);
    picture.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
    const name = `${file.name.replace(/\.[^.]*$/, "")}.jpg`;
    return (
      blob &&
      new File([withTime(new Uint8Array(await blob.arrayBuffer()), clock)], name, {
        type: "image/jpeg",
        lastModified: file.lastModified,
      })
    );
  } catch {
    return null;
  }
}
