import { AppError } from "../errors/app-error.ts";
import { formatBytes } from "../measures/bytes.ts";
import {
  hasWhiteBackground,
  isSolid,
  meanLightness,
  type Pixels,
  visibleBox,
  removeWhite,
} from "./background.ts";
import { library } from "./sharp.server.ts";

/** Upload limit, in bytes. */
export const PICTURE_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 15;
/** Longest side during processing (pixels): enough for the result. */
const WORKING_SIDE = 1600;
const WIDTH = 800;
const HEIGHT = 400;
/** In pixels: anything smaller is a dot, not a logo. */
const MIN_SIDE = 16;
const MAX_RATIO = 5;
/** From this lightness, a transparent logo is too light for paper. */
const MIN_LIGHTNESS = 0.72;
const INK = { r: 0x16, g: 0x19, b: 0x1d, alpha: 1 };
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 };

const refuse = (message: string, cause?: unknown) => new AppError("invalid", message, { cause });

function kindOf(bytes: Uint8Array): "png" | "jpeg" | "webp" | "svg" | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512));
  if (head.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))) return "png";
  if (head.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))) return "jpeg";
  if (head.subarray(0, 4).toString("latin1") === "RIFF" && head.subarray(8, 12).toString("latin1") === "WEBP")
    return "webp";
  if (/^[\s\ufeff]*<(?:\?xml|svg|!doctype svg)/i.test(head.toString("utf8"))) return "svg";
  return undefined;
}

/**
 * Makes a logo from an uploaded file: upright, without margin and metadata, a PNG with transparent background
 * within 800 by 400.
 * @throws AppError invalid, with a message for the person who chose the file
 */
export async function makeLogo(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.byteLength === 0) throw refuse("That file is empty. Please choose another one.");
  if (bytes.byteLength > PICTURE_BYTES)
    throw refuse(
      `That file is ${formatBytes(bytes.byteLength)}. Please choose one that’s 5\u00a0MB or smaller.`,
    );
  const kind = kindOf(bytes);
  if (kind === "svg")
    throw refuse(
      "That’s an SVG file. Those can contain code, so we can’t use them. Save it as a PNG and choose that.",
    );
  if (!kind) throw refuse("That file isn’t a picture we can use. Choose a PNG, JPEG, or WebP.");
  try {
    return await redraw(bytes, kind);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse("That picture is damaged. Save it again and choose that.", error);
  }
}

async function redraw(bytes: Uint8Array, kind: string): Promise<Buffer> {
  const sharp = await library();
  const load = () =>
    sharp(bytes, { failOn: "truncated", limitInputPixels: MAX_PIXELS, pages: 1 }).timeout({
      seconds: TIMEOUT_SECONDS,
    });
  const known = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (known.format !== kind) throw refuse("That file isn’t what it says it is. Choose a PNG, JPEG, or WebP.");
  if (known.width * (known.pageHeight ?? known.height) > MAX_PIXELS)
    throw refuse(
      `That picture is ${known.width} by ${known.height} pixels, which is too large. Please make it smaller.`,
    );
  if (Math.max(known.width, known.height) < MIN_SIDE)
    throw refuse(
      `That picture is only ${known.width} by ${known.height} pixels. Please choose a larger one.`,
    );
  const { data, info } = await load()
    .autoOrient()
    .resize({ width: WORKING_SIDE, height: WORKING_SIDE, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const drawn: Pixels = { data, width: info.width, height: info.height };
  const onWhite = hasWhiteBackground(drawn);
  const pixels = onWhite ? removeWhite(drawn) : drawn;
  const seen = visibleBox(pixels);
  if (!seen) throw refuse("That picture is blank. Please choose another one.");

  const small = await sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } })
    .extract(seen)
    .resize({ width: WIDTH, height: HEIGHT, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = small.info;
  const above = Math.max(0, Math.ceil((width / MAX_RATIO - height) / 2));
  const framed = sharp(small.data).extend({ top: above, bottom: above, background: NOTHING });
  // A logo made for dark backgrounds keeps a background; it would be white on white.
  const needsGround = !onWhite && !isSolid(pixels) && meanLightness(pixels) > MIN_LIGHTNESS;
  const grounded = needsGround
    ? sharp(await onDarkBackground(await framed.png().toBuffer(), height))
    : framed;
  return grounded.png({ compressionLevel: 9 }).toBuffer();
}

async function onDarkBackground(png: Buffer, height: number): Promise<Buffer> {
  const sharp = await library();
  const edge = Math.max(4, Math.round(height * 0.16));
  const data = await sharp(png)
    .flatten({ background: INK })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: INK })
    .png()
    .toBuffer();
  return sharp(data)
    .resize({ width: WIDTH, height: HEIGHT, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
}
