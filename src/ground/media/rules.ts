/** What is drawn from every photo. */
export const DERIVATIVES = ["thumb", "screen", "report"] as const;
export type Derivative = (typeof DERIVATIVES)[number];

/** Longest side of each, in pixels; a smaller photo stays as large as it is. */
export const SIDES: Readonly<Record<Derivative, number>> = { thumb: 320, screen: 1600, report: 1000 };

/** Those that are JPEG, as documents take it; the others are WebP. */
export const JPEGS: readonly Derivative[] = ["report"];

const MB = 1024 * 1024;
/** The most that is taken, in bytes. */
export const MOST_PHOTO_BYTES = 50 * MB;
export const MOST_VIDEO_BYTES = 500 * MB;
/** Uploads of one account that are begun and not finished. */
export const MOST_UNFINISHED = 1000;
/** What they may add up to once they are finished, in bytes. */
export const MOST_UNFINISHED_BYTES = 20 * 1024 * MB;
/** An upload that is not finished after so many days is swept. */
export const UNFINISHED_DAYS = 7;
/** Hashes in one question for receipts. */
export const MOST_HASHES = 500;

const SHA256 = /^[0-9a-f]{64}$/;
/** Whether a text is a hash as we write them. */
export const isSha256 = (text: unknown): text is string => typeof text === "string" && SHA256.test(text);

const ID_LENGTH = 36;

/**
 * What the name of an unfinished upload says: `{account}-{person}.{sha256}`. Those of versions before name no
 * person.
 * @param name as the folder of unfinished uploads has it
 */
export function parseUploadName(name: string): { readonly accountId: string; readonly sha256: string } {
  return { accountId: name.slice(0, ID_LENGTH), sha256: name.slice(name.indexOf(".") + 1) };
}

const GB = 1024 * MB;
/** What an account may store where the installation says nothing else, in bytes. */
export const DEFAULT_STORAGE = { most: 50 * GB, unverified: 200 * MB } as const;

/** A size in words: "12 MB", "1.5 GB". */
export function formatSize(bytes: number): string {
  const [unit, name] = bytes >= GB ? [GB, "GB"] : [MB, "MB"];
  return `${(bytes / unit).toLocaleString("en-US", { maximumFractionDigits: bytes >= 10 * unit ? 0 : 1 })} ${name}`;
}

/**
 * The part of a file that a `Range` header asks for: one range only, as browsers ask for video.
 * @returns first and last byte, `undefined` for the whole file, `null` when nothing of it is there (416)
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
