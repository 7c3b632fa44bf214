import type { OutputInfo, Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { AppError } from "../errors/app-error.ts";
import { type CameraNotes, readCameraNotes } from "./camera/camera-notes.server.ts";
import { readHeic } from "./heic.server.ts";
import { likenessOf } from "./likeness.server.ts";
import { isCutOff, MOST_PIXELS } from "./headers.ts";
import { mosaic } from "./mosaic.ts";
import type { Overlay } from "./overlay.ts";
import { renderPng } from "../pdf/render.server.ts";
import { library } from "./sharp.server.ts";

export type PhotoKind = "jpeg" | "png" | "webp" | "heic" | "avif" | "gif";

export interface ReadPhoto extends CameraNotes {
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether its last rows are missing because the upload was cut off. */
  readonly isIncomplete: boolean;
}

export interface Drawn {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const TIMEOUT_SECONDS = 30;
const WEBP = { quality: 75, effort: 2 } as const;
const JPEG = { quality: 80 } as const;
/** Photos decoded at once: each may take a core and some 200 MB. */
const AT_ONCE = 2;

const damaged = (cause?: unknown) => new AppError("invalid", "This photo is damaged.", { cause });

/** Loads a photo's bytes when its turn comes: photos that wait take no memory. */
export type Fetch = () => Promise<Uint8Array>;

/**
 * Decodes a photo and reads its camera's notes.
 * @throws AppError invalid, with a message for the sender
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
    // The frames of an animation are below each other; the first is the photo.
    const [width, height] = [known.width, known.pageHeight ?? known.height];
    if (width * height > MOST_PIXELS)
      throw new AppError(
        "invalid",
        `This photo is ${width} by ${height} pixels. Our limit is 60 megapixels.`,
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
 * Draws smaller copies of a photo: WebP, upright, without metadata.
 * @param sides longest side of each by its name; a smaller photo is not enlarged
 * @param jpegs names of those that are JPEG: a PDF embeds JPEG as it is, while other formats grow to raw
 * pixels
  jpegs: readonly NoInfer<Name>[] = [],
  overlay?: Overlay,
): Promise<{
  readonly drawn: Readonly<Record<Name, Drawn>>;
  readonly thumbhash: Uint8Array;
  readonly likeness: string;
}> {
 * @throws AppError invalid for a photo that can't be decoded
 */
export function drawPhoto<Name extends string>(
  fetch: Fetch,
  kind: PhotoKind,
  sides: Readonly<Record<Name, number>>,
  jpegs: readonly NoInfer<Name>[] = [],
  overlay?: Overlay,
): Promise<{
  readonly drawn: Readonly<Record<Name, Drawn>>;
  readonly thumbhash: Uint8Array;
  readonly likeness: string;
}> {
  return inTurn(async () => {
    const bytes = await fetch();
    const sharp = await library();
    const names = Object.keys(sides) as Name[];
    const largest = Math.max(...names.map((name) => sides[name]));
    try {
      // Decode once at the largest size and scale the others from that.
      const decoded = await (
        await upright(sharp, bytes, kind)
      )
        .resize({ width: largest, height: largest, fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb")
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { data, info } = overlay ? await burn(sharp, decoded, overlay) : decoded;
      const picture = () => sharp(data, { raw: rawOf(info) });
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
        likeness: await likenessOf(tiny.data, {
          raw: { width: tiny.info.width, height: tiny.info.height, channels: 4 },
        }),
      };
    } catch (error) {
      throw damaged(error);
    }
  });
}

/** The position to leave in a copy. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A full-size copy of a photo to share: upright, a JPEG without camera, time or place, unless `position` is
 * given.
 * @throws AppError invalid for a photo that can't be decoded
 */
export function copyPhoto(
  fetch: Fetch,
  kind: PhotoKind,
  {
    position,
    overlay,
  }: { readonly position?: Position | undefined; readonly overlay?: Overlay | undefined } = {},
): Promise<Buffer> {
  return inTurn(async () => {
    const bytes = await fetch();
    const sharp = await library();
    try {
      const whole = (await upright(sharp, bytes, kind)).toColourspace("srgb");
      const burnt =
        overlay && (await burn(sharp, await whole.raw().toBuffer({ resolveWithObject: true }), overlay));
      const copy = (burnt ? sharp(burnt.data, { raw: rawOf(burnt.info) }) : whole)
        .flatten({ background: "#fff" })
        .jpeg({ quality: 90 });
      return await (position ? copy.withExif({ IFD3: gpsOf(position) }) : copy).toBuffer();
    } catch (error) {
      throw damaged(error);
    }
  });
}

/** A picture as a JPEG within a smaller square and with fewer bytes, without metadata. */
export function smallerJpeg(
  fetch: Fetch,
  { side, quality }: { readonly side: number; readonly quality: number },
): Promise<Buffer> {
  return inTurn(async () => {
    const sharp = await library();
    return sharp(await fetch())
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .jpeg({ quality })
      .toBuffer();
  });
}

type Raw = { readonly data: Buffer; readonly info: OutputInfo };

const rawOf = ({ width, height, channels }: OutputInfo) => ({ width, height, channels });

/** Removes the regions of an overlay from decoded pixels, and draws its layer over them. */
async function burn(sharp: Library, { data, info }: Raw, { regions, layer }: Overlay): Promise<Raw> {
  const { width, height, channels } = info;
  for (const region of regions) mosaic({ data, width, height, channels }, region);
  const page = layer(width, height);
  if (!page) return { data, info };
  const drawn = await sharp(await renderPng(page, width))
    .resize({ width, height, fit: "fill" })
    .toBuffer();
  return sharp(data, { raw: rawOf(info) })
    .composite([{ input: drawn }])
    .raw()
    .toBuffer({ resolveWithObject: true });
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
    seconds: TIMEOUT_SECONDS,
  });

/** Accepts truncated JPEGs, which are still evidence. In other formats, truncation looks like any damage. */
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
