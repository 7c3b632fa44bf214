import type { Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { AppError } from "../errors/app-error.ts";
import { type CameraNotes, readCameraNotes } from "./camera/camera-notes.server.ts";
import { readHeic } from "./heic.server.ts";
import { isCutOff, MOST_PIXELS } from "./headers.ts";
import { library } from "./sharp.server.ts";

/** What a photo can be. */
export type PhotoKind = "jpeg" | "png" | "webp" | "heic" | "avif" | "gif";

/** A photo that was read to its end. */
export interface ReadPhoto extends CameraNotes {
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether its last rows are missing: it was cut off on its way. */
  readonly isIncomplete: boolean;
}

/** A smaller picture of a photo. */
export interface Drawn {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const LONGEST_SECONDS = 30;
const WEBP = { quality: 75, effort: 2 } as const;
const JPEG = { quality: 80 } as const;
/** Photos that are read at once: each may take a core and some 200 MB. */
const AT_ONCE = 2;

const damaged = (cause?: unknown) =>
  new AppError("invalid", "This photo is damaged: it can't be read to its end.", { cause });

/** Gets the bytes of a photo, once it is its turn: of a hundred that wait, none is in memory. */
export type Fetch = () => Promise<Uint8Array>;

/**
 * Reads a photo to its end, and what its camera noted.
 * @throws AppError invalid, in words for whoever sent it
 */
export function readPhoto(fetch: Fetch, kind: PhotoKind, now: Temporal.Instant): Promise<ReadPhoto> {
  return inTurn(async () => {
    const bytes = await fetch();
    const sharp = await library();
    const known = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch((error: unknown) => {
        throw damaged(error);
      });
    if (known.format !== (kind === "heic" || kind === "avif" ? "heif" : kind)) throw damaged();
    // An animation's pages stand below each other; its first is the photo.
    const [width, height] = [known.width, known.pageHeight ?? known.height];
    if (width * height > MOST_PIXELS)
      throw new AppError(
        "invalid",
        `This photo is ${width} by ${height} pixels. The most we can take in is 60 megapixels.`,
      );
    const notes = await readCameraNotes(known.exif, now);
    let isIncomplete = false;
    try {
      if (kind === "heic") {
        const picture = await readHeic(bytes);
        return { ...notes, width: picture.width, height: picture.height, isIncomplete: false };
      }
      isIncomplete = isEvidenceCutOff(bytes, kind);
      await opened(sharp, bytes, isIncomplete)
        .resize({ width: 64, height: 64, fit: "inside" })
        .raw()
        .toBuffer();
    } catch (error) {
      throw damaged(error);
    }
    const turned = (known.orientation ?? 1) > 4;
    return { ...notes, width: turned ? height : width, height: turned ? width : height, isIncomplete };
  });
}

/**
 * Draws smaller pictures of a photo: WebP, upright, without anything but the picture.
 * @param sides longest side of each by its name; a smaller photo stays as large as it is
 * @param jpegs names of those that are JPEG: a PDF takes it as it is, where any other picture grows to its
 * bare pixels
 * @returns them, and the photo's ThumbHash
 * @throws AppError invalid for a photo that can't be read
 */
export function drawPhoto<Name extends string>(
  fetch: Fetch,
  kind: PhotoKind,
  sides: Readonly<Record<Name, number>>,
  jpegs: readonly Name[] = [],
): Promise<{ readonly drawn: Readonly<Record<Name, Drawn>>; readonly thumbhash: Uint8Array }> {
  return inTurn(async () => {
    const bytes = await fetch();
    const sharp = await library();
    const names = Object.keys(sides) as Name[];
    const largest = Math.max(...names.map((name) => sides[name]));
    try {
      // Read once, as large as the largest of them: the rest is drawn from that.
      const { data, info } = await (
        await upright(sharp, bytes, kind)
      )
        .resize({ width: largest, height: largest, fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb")
        .raw()
        .toBuffer({ resolveWithObject: true });
      const picture = () =>
        sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
      const drawn: Partial<Record<Name, Drawn>> = {};
      for (const name of names) {
        const smaller = picture().resize({
          width: sides[name],
          height: sides[name],
          fit: "inside",
          withoutEnlargement: true,
        });
        const format = jpegs.includes(name)
          ? smaller.flatten({ background: "#fff" }).jpeg(JPEG)
          : smaller.webp(WEBP);
        const one = await format.toBuffer({ resolveWithObject: true });
        drawn[name] = { bytes: one.data, width: one.info.width, height: one.info.height };
      }
      const tiny = await picture()
        .resize({ width: 100, height: 100, fit: "inside" })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return {
        drawn: drawn as Record<Name, Drawn>,
        thumbhash: rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data),
      };
    } catch (error) {
      throw damaged(error);
    }
  });
}

/** Where a copy may say that it was taken. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A full-size copy of a photo to give away: upright, a JPEG without camera, time or place, unless `position`
 * is to stay in it.
 * @throws AppError invalid for a photo that can't be read
 */
export function copyPhoto(fetch: Fetch, kind: PhotoKind, position?: Position): Promise<Buffer> {
  return inTurn(async () => {
    const bytes = await fetch();
    const sharp = await library();
    try {
      const copy = (await upright(sharp, bytes, kind))
        .toColourspace("srgb")
        .flatten({ background: "#fff" })
        .jpeg({ quality: 90 });
      return await (position ? copy.withExif({ IFD3: gpsOf(position) }) : copy).toBuffer();
    } catch (error) {
      throw damaged(error);
    }
  });
}

function gpsOf({ latitude, longitude }: Position): Record<string, string> {
  const parts = (value: number) => {
    const whole = Math.round(Math.abs(value) * 3600 * 100);
    return `${Math.floor(whole / 360_000)}/1 ${Math.floor((whole % 360_000) / 6000)}/1 ${whole % 6000}/100`;
  };
  return {
    GPSLatitudeRef: latitude < 0 ? "S" : "N",
    GPSLatitude: parts(latitude),
    GPSLongitudeRef: longitude < 0 ? "W" : "E",
    GPSLongitude: parts(longitude),
  };
}

type Library = Awaited<ReturnType<typeof library>>;

const opened = (sharp: Library, bytes: Uint8Array, isIncomplete: boolean): Sharp =>
  sharp(bytes, {
    failOn: isIncomplete ? "none" : "truncated",
    limitInputPixels: MOST_PIXELS,
    pages: 1,
  }).timeout({
    seconds: LONGEST_SECONDS,
  });

/**
 * A JPEG that was cut off shows what was there: it is evidence all the same. Of other kinds, nothing can be
 * told apart from damage.
 */
const isEvidenceCutOff = (bytes: Uint8Array, kind: PhotoKind): boolean => kind === "jpeg" && isCutOff(bytes);

async function upright(sharp: Library, bytes: Uint8Array, kind: PhotoKind): Promise<Sharp> {
  if (kind !== "heic") return opened(sharp, bytes, isEvidenceCutOff(bytes, kind)).autoOrient();
  const { pixels, width, height } = await readHeic(bytes);
  return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
}

let free = AT_ONCE;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}
