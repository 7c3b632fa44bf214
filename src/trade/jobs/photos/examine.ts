import { type ClockBasis, takenAt } from "#platform/pictures/camera/camera-time.ts";
import { readDevicePhoto, toJpeg } from "#platform/pictures/device-photo.ts";
import { MOST_PIXELS } from "#platform/pictures/headers.ts";
import { isVideo, MAY_CONVERT, MIME } from "#platform/pictures/kinds.ts";

// Loaded when the first photo is chosen, and on every device from the first sign-in on.

/** A photo or video that may be kept. */
export interface Examined {
  /** What was chosen, with the type that its bytes say, or the JPEG that was made of it. */
  readonly file: File;
  /** Milliseconds since 1970; null for a picture of now, which has this device's clock. */
  readonly takenAt: number | null;
  readonly basis: ClockBasis | null;
  readonly isIncomplete: boolean;
  /** What it was before it was made a JPEG, for people. */
  readonly was: string | null;
}

/** How it was chosen. */
export interface Choice {
  /** IANA zone of the job. */
  readonly zone: string;
  /** By this device's clock, milliseconds since 1970. */
  readonly chosenAt: number;
  /** Whether the camera was asked for. A computer has none, and offers its files instead. */
  readonly isCamera: boolean;
}

/** Taken so long ago at most, a photo is one that the camera was opened for. */
const FRESH_MS = 60_000;
/** Somebody may look at a photo so long before they keep it. */
const NEAR_MS = 10 * 60_000;

/**
 * Looks at a chosen file.
 * @returns what is kept of it, or why it can't be taken, to be read after the name of the file
 */
export async function examine(file: File, choice: Choice): Promise<Examined | { readonly why: string }> {
  const read = await readDevicePhoto(file);
  const { found, clock, size, isIncomplete } = read;
  if (found.kind === null) {
    const made = MAY_CONVERT.includes(found.name) ? await toJpeg(file, clock) : null;
    if (!made) return { why: whyNot(found.name) };
    return { file: made, ...timeOf(clock, file, choice), isIncomplete: false, was: found.name };
  }
  const { kind } = found;
  if (!isVideo(kind)) {
    if (!size)
      return {
        why: "is damaged: we can’t read the start of it. Copy it to this device again, then choose it.",
      };
    if (size.width * size.height > MOST_PIXELS)
      return {
        why: `is ${size.width} by ${size.height} pixels, and 60 megapixels is the most we can take. Save a smaller copy, then choose that.`,
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
  // The camera of this phone has this phone's zone, whatever the job's is.
  const here = takenAt(clock, Intl.DateTimeFormat().resolvedOptions().timeZone, chosenAt);
  if (isNew && here && chosenAt - here.at < NEAR_MS) return now;
  return { takenAt: Math.min(taken.at, chosenAt), basis: taken.basis };
}

const AS_JPEG = "Save it as a JPEG in your photo app, then choose that.";

/** What is said of a file that is not taken, by the name of its kind. */
function whyNot(name: string): string {
  switch (name) {
    case "TIFF or raw":
      return `is a TIFF or raw photo, which we can’t take. ${AS_JPEG}`;
    case "JPEG XL":
    case "BMP":
      return `is a ${name} picture, which we can’t take. ${AS_JPEG}`;
    case "HEIF":
    case "HEIF sequence":
      return `is a HEIF burst or moving photo, which we can’t take. ${AS_JPEG}`;
    case "AVI":
    case "Matroska":
      return `is an ${name} video, which we can’t take. Save it as an MP4, then choose that.`.replace(
        "an Matroska",
        "a Matroska",
      );
    case "sound":
      return "is a sound recording, not a photo or a video.";
    case "PDF":
    case "SVG":
      return `is ${name === "PDF" ? "a PDF" : "an SVG drawing"}, not a photo or a video.`;
    default:
      return "isn’t a photo or video we can open. We take JPEG, PNG, WebP, HEIC, AVIF and GIF photos, and MP4, MOV, 3GP and WebM videos.";
  }
}
