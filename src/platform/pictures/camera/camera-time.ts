/** A photo's time tags, by EXIF name and unparsed: text, or lists of numbers. */
export type TimeTags = Readonly<Record<string, unknown>>;

/** When a photo was taken, by its camera. */
export interface CameraClock {
  /** The camera's local time, such as `2019-10-20T18:34:30.123`; null if missing. */
  readonly local: string | null;
  /** The instant, in milliseconds since 1970, if the camera's zone is known; else null. */
  readonly at: number | null;
}

/**
 * How a photo's time is known. `camera`: the zone is from the camera or GPS. `zone`: local time from the
 * camera, assumed zone. `file`: no time from the camera; the file's date.
 */
export type ClockBasis = "camera" | "zone" | "file";

export interface TakenAt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly basis: ClockBasis;
}

export const TIME_TAGS: readonly string[] = [
  "DateTimeOriginal",
  "OffsetTimeOriginal",
  "SubSecTimeOriginal",
  "DateTimeDigitized",
  "CreateDate",
  "OffsetTimeDigitized",
  "SubSecTimeDigitized",
  "OffsetTime",
  "GPSDateStamp",
  "GPSTimeStamp",
];

const UNKNOWN: CameraClock = { local: null, at: null };
const MINUTE = 60_000;
/** No digital camera wrote an earlier time. */
const FIRST = Date.UTC(1990, 0, 1);
/** A camera's clock may be this far ahead of ours. */
const AHEAD_MS = 60 * MINUTE;
/** The extreme zone offsets: Baker Island and Kiribati. */
const MIN_OFFSET = -12 * 60;
const MAX_OFFSET = 14 * 60;
/** Zone offsets are multiples of this (minutes). */
const QUARTER = 15;
/** A GPS time this far from a quarter of an hour is an old fix, which doesn't show the zone. */
const MAX_STALE_MS = 4 * MINUTE;
/** A camera that differs from GPS by more than any zone has a wrong date. */
const WRONG_DATE_MS = 26 * 60 * MINUTE;

/**
 * Reads a camera's time. Ignores nonsense: `0000:00:00`, months past 12, years before 1990.
 * @param tags from exifr with `reviveValues: false`
 */
export function readClock(tags: TimeTags): CameraClock {
  const gps = gpsMoment(tags);
  const text =
    localOf(tags["DateTimeOriginal"], tags["SubSecTimeOriginal"]) ??
    localOf(tags["DateTimeDigitized"] ?? tags["CreateDate"], tags["SubSecTimeDigitized"]);
  if (!text) return gps === null ? UNKNOWN : { local: null, at: gps };
  const offset =
    offsetOf(tags["OffsetTimeOriginal"]) ??
    offsetOf(tags["OffsetTimeDigitized"]) ??
    offsetOf(tags["OffsetTime"]) ??
    null;
  if (offset !== null) return { local: text.local, at: text.asUtc - offset * MINUTE };
  if (gps === null) return { local: text.local, at: null };
  if (Math.abs(text.asUtc - gps) > WRONG_DATE_MS) return { local: null, at: gps };
  const minutes = Math.round((text.asUtc - gps) / MINUTE / QUARTER) * QUARTER;
  const isStale = Math.abs(text.asUtc - gps - minutes * MINUTE) > MAX_STALE_MS;
  return isStale || minutes < MIN_OFFSET || minutes > MAX_OFFSET
    ? { local: text.local, at: null }
    : { local: text.local, at: text.asUtc - minutes * MINUTE };
}

/**
 * When a photo was taken, as far as its camera shows; null without a time, or if it is in the future.
 * @param zone IANA zone for a local time
 * @param now milliseconds since 1970
 */
export function takenAt({ local, at }: CameraClock, zone: string, now: number): TakenAt | null {
  if (at !== null) return isLikely(at, now) ? { at, basis: "camera" } : null;
  if (local === null) return null;
  const assumed = Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
  return isLikely(assumed, now) ? { at: assumed, basis: "zone" } : null;
}

/**
 * Whether a photo can have been taken then.
 * @param now milliseconds since 1970
 */
export const isLikely = (at: number, now: number): boolean => at > FIRST && at <= now + AHEAD_MS;

function localOf(
  value: unknown,
  fraction: unknown,
): { readonly local: string; readonly asUtc: number } | null {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(textOf(value));
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const digits = /^\d{1,9}/.exec(textOf(fraction))?.[0];
  try {
    const text = `${year}-${month}-${day}T${hour}:${minute}:${second}${digits ? `.${digits}` : ""}`;
    const time = Temporal.PlainDateTime.from(text, { overflow: "reject" }).round("millisecond");
    const asUtc = time.toZonedDateTime("UTC").epochMilliseconds;
    return asUtc > FIRST ? { local: time.toString(), asUtc } : null;
  } catch {
    return null;
  }
}

/** Minutes east of Greenwich. */
function offsetOf(value: unknown): number | null {
  const text = textOf(value);
  if (/^Z$/i.test(text)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)/.exec(text) ?? [];
  if (!sign) return null;
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return Number(minutes) < 60 && offset >= MIN_OFFSET && offset <= MAX_OFFSET ? offset : null;
}

function gpsMoment(tags: TimeTags): number | null {
  const date = /^(\d{4})[:-](\d\d)[:-](\d\d)/.exec(textOf(tags["GPSDateStamp"]));
  const stamp = tags["GPSTimeStamp"];
  const time =
    Array.isArray(stamp) || ArrayBuffer.isView(stamp)
      ? [...(stamp as number[])].map(Number)
      : textOf(stamp).split(":").map(Number);
  const [hour = Number.NaN, minute = Number.NaN, second = Number.NaN] = time;
  if (
    !date ||
    time.length !== 3 ||
    ![hour, minute, second].every((one) => one >= 0) ||
    hour > 23 ||
    minute > 59 ||
    second >= 61
  )
    return null;
  try {
    const day = Temporal.PlainDate.from(`${date[1]}-${date[2]}-${date[3]}`, { overflow: "reject" });
    const at = day.toZonedDateTime("UTC").epochMilliseconds + ((hour * 60 + minute) * 60 + second) * 1000;
    return at > FIRST ? Math.round(at) : null;
  } catch {
    return null;
  }
}

/** Seconds between 1904, QuickTime's epoch, and 1970. */
const SINCE_1904 = 2_082_844_800;

/**
 * A video's start time from its header (`mvhd`), in UTC.
 * @param index the first bytes of the `moov` box
 * @returns milliseconds since 1970; null if missing
 */
export function videoMoment(index: Uint8Array): number | null {
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  for (let at = 8; at + 20 <= index.length;) {
    const length = view.getUint32(at);
    if (view.getUint32(at + 4) === 0x6d766864) {
      const isLong = index[at + 8] === 1;
      if (isLong && at + 20 > index.length) return null;
      const seconds = isLong ? Number(view.getBigUint64(at + 12)) : view.getUint32(at + 12);
      const moment = (seconds - SINCE_1904) * 1000;
      return moment > FIRST ? moment : null;
    }
    if (length < 8) return null;
    at += length;
  }
  return null;
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
