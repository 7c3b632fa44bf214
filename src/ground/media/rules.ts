export const DERIVATIVES = ["thumb", "screen", "report", "print"] as const;
export type Derivative = (typeof DERIVATIVES)[number];

/** Longest side in pixels; smaller photos are not enlarged. `print` is for documents of many photos. */
export const SIDES: Readonly<Record<Derivative, number>> = {
  thumb: 320,
  screen: 1600,
  report: 1000,
  print: 700,
};

/** JPEG for use in documents; the others are WebP. */
export const JPEGS: readonly Derivative[] = ["report", "print"];

/**
 * Extension of the file-store key of a derivative. Pictures with marks have one of their own, so that
 * removing one kind never deletes the other's.
 */
export const derivativeExtension = (name: Derivative, hasMarks = false): string =>
  `${hasMarks ? "drawn" : name}${JPEGS.includes(name) ? "jpeg" : "webp"}`;

const MB = 1024 * 1024;
/** Largest accepted photo, in bytes. */
export const MOST_PHOTO_BYTES = 50 * MB;
export const MOST_VIDEO_BYTES = 500 * MB;
/** Most unfinished uploads per account. */
export const MOST_UNFINISHED = 1000;
/** Their largest total size once finished, in bytes. */
export const MOST_UNFINISHED_BYTES = 20 * 1024 * MB;
/** Unfinished uploads are deleted after this many days. */
export const UNFINISHED_DAYS = 7;
/** Most hashes per receipt request. */
export const MOST_HASHES = 500;

const SHA256 = /^[0-9a-f]{64}$/;
/** Whether a text is a SHA-256 in lowercase hex. */
export const isSha256 = (text: unknown): text is string => typeof text === "string" && SHA256.test(text);

const ID_LENGTH = 36;

/**
 * Parses the name of an unfinished upload: `{account}-{person}.{sha256}`. Older ones have no person.
 * @param name the file name in the upload folder
 */
export function parseUploadName(name: string): { readonly accountId: string; readonly sha256: string } {
  return { accountId: name.slice(0, ID_LENGTH), sha256: name.slice(name.indexOf(".") + 1) };
}

const GB = 1024 * MB;
/** Default storage limits of an account, in bytes. */
export const DEFAULT_STORAGE = { most: 50 * GB, unverified: 200 * MB } as const;

/**
 * Parses a `Range` header with a single range, as browsers send for video.
 * @returns first and last byte, `undefined` for the whole file, `null` if out of range (416)
 */
export function rangeOf(
  header: string | null,
  bytes: number,
): { readonly first: number; readonly last: number } | undefined | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!asked) return undefined;
  const [, from = "", to = ""] = asked;
  if (from === "") {
    const length = Math.min(Number(to), bytes);
    return to === "" ? undefined : length === 0 ? null : { first: bytes - length, last: bytes - 1 };
  }
  const first = Number(from);
  const last = to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== "" && Number(to) < first) return undefined;
  return first >= bytes ? null : { first, last };
}
