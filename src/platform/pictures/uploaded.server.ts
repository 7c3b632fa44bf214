import { AppError } from "../errors/app-error.ts";
import { formatBytes } from "../measures/bytes.ts";
import { HEAD_BYTES, isVideo, sniff } from "./kinds.ts";
import { type Drawn, drawPhoto, type Fetch, type PhotoKind, readPhoto } from "./photo.server.ts";

/** Largest photo that a form accepts, in bytes: what phones make at 48 megapixels. */
export const UPLOADED_PHOTO_BYTES = 25 * 1024 * 1024;

const refuse = (message: string) => new AppError("invalid", message);

/**
 * Draws smaller copies of a photo that a person uploaded, upright and without metadata such as its place.
 * What isn't a photo by its content is refused, whatever its name says.
 * @param bytes its size
 * @param sides longest side of each copy by its name, in pixels
 * @throws AppError invalid, with a message for the person who chose the file
 */
export async function drawUploaded<Name extends string>(
  fetch: Fetch,
  bytes: number,
  sides: Readonly<Record<Name, number>>,
  now: Temporal.Instant,
): Promise<Readonly<Record<Name, Drawn>>> {
  if (bytes > UPLOADED_PHOTO_BYTES)
    throw refuse(`That photo is ${formatBytes(bytes)}. Please choose one of 25\u00a0MB or less.`);
  const { kind } = sniff((await fetch()).subarray(0, HEAD_BYTES));
  if (kind === null || isVideo(kind))
    throw refuse("That file isn’t a photo we can show. Choose a JPEG, PNG, WebP, or HEIC photo.");
  await readPhoto(fetch, kind as PhotoKind, now);
  const { drawn } = await drawPhoto(fetch, kind as PhotoKind, sides);
  return drawn;
}
