import { type ClockBasis, takenAt } from "#platform/pictures/camera/camera-time.ts";
import { readDevicePhoto, toJpeg } from "#platform/pictures/device-photo.ts";
import { MOST_PIXELS } from "#platform/pictures/headers.ts";
import { isVideo, MAY_CONVERT, MIME } from "#platform/pictures/kinds.ts";

// Loaded with the first photo, and cached at sign-in.

export interface Examined {
  /** With the type its bytes show, or a JPEG converted from it. */
  readonly file: File;
  /** Milliseconds since 1970; null for a photo taken just now. */
  readonly takenAt: number | null;
  readonly basis: ClockBasis | null;
  readonly isIncomplete: boolean;
  /** The original format, if it was converted. */
  readonly was: string | null;
}

export interface Choice {
  /** IANA zone of the job. */
  readonly zone: string;
  /** By the device's clock, milliseconds since 1970. */
  readonly chosenAt: number;
  /** A computer without a camera offers its files instead. */
  readonly isCamera: boolean;
}

/** At most this old, a file comes from the camera just opened. */
const FRESH_MS = 60_000;
/** Someone may look at a new photo this long before accepting it. */
const REVIEW_MS = 10 * 60_000;

/** @returns what to save, or why not; the reason follows the file's name in a sentence */
export async function examine(file: File, choice: Choice): Promise<Examined | { readonly why: string }> {
  const read = await readDevicePhoto(file);
  const { found, clock, size, isIncomplete } = read;
  if (found.kind === null) {
    const made = MAY_CONVERT.includes(found.name) ? await toJpeg(file, clock) : null;
    if (!made) return { why: describeUnsupported(found.name) };
    return { file: made, ...timeOf(clock, file, choice), isIncomplete: false, was: found.name };
  }
  const { kind } = found;
  if (!isVideo(kind)) {
    if (!size)
      return {
        why: "is damaged. Copy it to this device again, then choose it.",
      };
    if (size.width * size.height > MOST_PIXELS)
      return {
        why: `is ${size.width} by ${size.height} pixels, and our limit is 60 megapixels. Save a smaller copy, then choose that.`,
      };
  }
  const type = MIME[kind];
  const typed =
    file.type === type ? file : new File([file], file.name, { type, lastModified: file.lastModified });
  return { file: typed, ...timeOf(clock, file, choice), isIncomplete, was: null };
}

function timeOf(
  clock: Awaited<ReturnType<typeof readDevicePhoto>>["clock"],
  { lastModified }: File,
  { zone, chosenAt, isCamera }: Choice,
): Pick<Examined, "takenAt" | "basis"> {
  const now = { takenAt: null, basis: null };
  const isNew = isCamera && Math.abs(chosenAt - lastModified) < FRESH_MS;
  const taken = takenAt(clock, zone, chosenAt);
  if (!taken)
    return isNew
      ? now
      : { takenAt: lastModified > 0 ? Math.min(lastModified, chosenAt) : chosenAt, basis: "file" };
  // The phone's camera uses the phone's zone, not the job's.
  const here = takenAt(clock, Intl.DateTimeFormat().resolvedOptions().timeZone, chosenAt);
  if (isNew && here && chosenAt - here.at < REVIEW_MS) return now;
  return { takenAt: Math.min(taken.at, chosenAt), basis: taken.basis };
}

const USE_JPEG = "Save it as a JPEG in your photo app, then choose that.";

/** By the name of the format. */
function describeUnsupported(name: string): string {
  switch (name) {
    case "TIFF or raw":
      return `is a TIFF or raw photo, which we don’t support. ${USE_JPEG}`;
    case "JPEG XL":
    case "BMP":
      return `is a ${name} picture, which we don’t support. ${USE_JPEG}`;
    case "HEIF":
    case "HEIF sequence":
      return `is a HEIF burst or moving photo, which we don’t support. ${USE_JPEG}`;
    case "AVI":
    case "Matroska":
      return `is an ${name} video, which we don’t support. Save it as an MP4, then choose that.`.replace(
        "an Matroska",
        "a Matroska",
      );
    case "sound":
      return "is a sound recording, not a photo or video.";
    case "PDF":
    case "SVG":
      return `is ${name === "PDF" ? "a PDF" : "an SVG drawing"}, not a photo or a video.`;
    default:
      return "isn’t a photo or video we can open. We support JPEG, PNG, WebP, HEIC, AVIF, and GIF photos, and MP4, MOV, 3GP, and WebM videos.";
  }
}
