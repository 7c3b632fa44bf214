import exifr from "exifr";
import { isLikely, readClock, TIME_TAGS } from "./camera-time.ts";

export interface CameraNotes {
  /** Only if the camera's zone is known, from the camera or GPS. */
  readonly takenAt: Temporal.Instant | null;
  /** The camera's local time, such as `2019-10-20T18:34:30`: read in the job's zone if `takenAt` is null. */
  readonly takenLocal: string | null;
  readonly camera: string | null;
  /** Degrees, and meters. */
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    readonly accuracy: number | null;
  } | null;
}

const NOTHING: CameraNotes = { takenAt: null, takenLocal: null, camera: null, position: null };
const TAGS = [
  "Make",
  "Model",
  ...TIME_TAGS,
  "GPSLatitudeRef",
  "GPSLatitude",
  "GPSLongitudeRef",
  "GPSLongitude",
  "GPSHPositioningError",
];
const MAX_TEXT_LENGTH = 80;
/** More than a photo's notes ever are, without its preview. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads a photo's EXIF. Always terminates; ignores nonsense.
 * @param exif from sharp's `metadata()`
 * @param now times in the future are ignored
 */
export async function readCameraNotes(
  exif: Uint8Array | undefined,
  now: Temporal.Instant,
): Promise<CameraNotes> {
  if (!exif || exif.byteLength > MAX_BYTES) return NOTHING;
  const bytes = Buffer.from(exif.buffer, exif.byteOffset, exif.byteLength);
  const tiff = bytes.subarray(0, 6).toString("latin1") === "Exif\0\0" ? bytes.subarray(6) : bytes;
  if (!countsFit(tiff)) return NOTHING;
  const found = (await exifr
    .parse(tiff, { pick: TAGS, reviveValues: false, translateValues: false, mergeOutput: true })
    .catch(() => undefined)) as Record<string, unknown> | undefined;
  if (!found) return NOTHING;
  return { ...timeOf(found, now), camera: cameraOf(found), position: positionOf(found) };
}

/** Bytes of one value, by TIFF type, from 1. */
const WIDTHS = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/**
 * Whether no entry claims more values than there are bytes: the library would allocate memory for them first.
 */
function countsFit(tiff: Buffer): boolean {
  const little = tiff.subarray(0, 2).toString("latin1") === "II";
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const waiting: number[] = [];
  const seen = new Set<number>();
  try {
    waiting.push(long(4));
    for (let table = waiting.pop(); table !== undefined; table = waiting.pop()) {
      if (table === 0 || seen.has(table)) continue;
      seen.add(table);
      if (seen.size > 16) return false;
      const entries = short(table);
      for (let entry = 0; entry < entries; entry++) {
        const at = table + 2 + entry * 12;
        const [tag, type, count] = [short(at), short(at + 2), long(at + 4)];
        if ((WIDTHS[type] ?? 1) * count > tiff.length) return false;
        // The EXIF, GPS and interoperability tables are linked from the first table.
        if (tag === 0x8769 || tag === 0x8825 || tag === 0xa005) waiting.push(long(at + 8));
      }
      waiting.push(long(table + 2 + entries * 12));
    }
    return true;
  } catch {
    return false;
  }
}

/** More than the difference between any two zones. */
const MAX_AHEAD_HOURS = 15;

function timeOf(
  found: Record<string, unknown>,
  now: Temporal.Instant,
): Pick<CameraNotes, "takenAt" | "takenLocal"> {
  const { at, local } = readClock(found);
  if (at !== null && !isLikely(at, now.epochMilliseconds)) return { takenAt: null, takenLocal: null };
  const isComing =
    local !== null &&
    Temporal.PlainDateTime.compare(
      Temporal.PlainDateTime.from(local),
      now.add({ hours: MAX_AHEAD_HOURS }).toZonedDateTimeISO("UTC").toPlainDateTime(),
    ) > 0;
  return {
    takenAt: at === null ? null : Temporal.Instant.fromEpochMilliseconds(at),
    takenLocal: isComing ? null : local,
  };
}

function cameraOf(found: Record<string, unknown>): string | null {
  const [make, model] = [textOf(found["Make"]), textOf(found["Model"])];
  const whole = model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
  return whole.trim().slice(0, MAX_TEXT_LENGTH).toWellFormed() || null;
}

function positionOf(found: Record<string, unknown>): CameraNotes["position"] {
  const latitude = degrees(found["GPSLatitude"], found["GPSLatitudeRef"], "S");
  const longitude = degrees(found["GPSLongitude"], found["GPSLongitudeRef"], "W");
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    return null;
  // What receivers without a fix write: off the coast of Ghana.
  if (latitude === 0 && longitude === 0) return null;
  const error = found["GPSHPositioningError"];
  return {
    latitude,
    longitude,
    accuracy: typeof error === "number" && error > 0 && error < 1e6 ? error : null,
  };
}

function degrees(value: unknown, side: unknown, negative: string): number | null {
  if (!Array.isArray(value) || value.length !== 3) return null;
  const [whole, minutes, seconds] = value as unknown[];
  const sum = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  return Number.isFinite(sum) && sum >= 0 ? (textOf(side).toUpperCase() === negative ? -sum : sum) : null;
}

const textOf = (value: unknown): string =>
  // oxlint-disable-next-line no-control-regex -- the very characters that are taken out
  typeof value === "string" ? value.replace(/[\u0000-\u001f\u007f-\u009f]/g, "").trim() : "";
