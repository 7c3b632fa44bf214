import { dayWords, formatTime } from "#platform/time/format.ts";
import { rangesOf } from "../rules.ts";

/** Graphemes; the full text is printed with its entry. */
const MOST_CAPTION = 140;

export interface ReportPhoto {
  /** A local file. */
  readonly path: string;
  /** Width over height. */
  readonly aspect: number;
  readonly isVideo: boolean;
  readonly takenAt: Temporal.Instant | null;
  /** ISO without a zone. Read in the job's time zone, and marked so. */
  readonly takenLocal?: string | null;
  /** Whether its last rows are missing. */
  readonly isIncomplete?: boolean;
  /** Null unless the report includes places. */
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    readonly accuracy: number | null;
  } | null;
}

/** "Nov 20, 2026, 6:02 PM MST": reports are read years later. */
export function stamp(at: Temporal.Instant, zone: string): string {
  const day = at.toZonedDateTimeISO(zone).toPlainDate();
  const short = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" }).formatToParts(
    at.epochMilliseconds,
  );
  return `${dayWords(day)}, ${formatTime(at, zone)} ${short.find(({ type }) => type === "timeZoneName")?.value ?? ""}`.trim();
}

export function shownPhoto(
  photo: ReportPhoto,
  details: {
    readonly sha256: string;
    readonly number: number;
    readonly caption: string;
    readonly at: Temporal.Instant;
    readonly by: string;
    readonly zone: string;
    readonly tags?: readonly string[];
    /** Default: yes. */
    readonly showsTime?: boolean;
    /** In graphemes. */
    readonly mostCaption?: number;
    /** The author's position, because photos taken in a browser lack one. */
    readonly place?: { readonly lat: number; readonly lon: number; readonly accuracy: number } | null;
  },
) {
  const { place, showsTime = true, mostCaption = MOST_CAPTION } = details;
  const position =
    photo.position ??
    (place ? { latitude: place.lat, longitude: place.lon, accuracy: place.accuracy } : null);
  const short = truncate(details.caption.replaceAll(/\s+/g, " ").trim(), mostCaption);
  const taken = [
    photo.isVideo ? "From a video" : "",
    photo.isIncomplete ? "Incomplete: the bottom is missing" : "",
    showsTime ? formatTaken(photo, details) : "",
    isolate(details.by),
    (details.tags ?? []).join(", "),
    position ? formatPlaceLine(position) : "",
  ].filter(Boolean);
  return {
    file: `${details.sha256}.jpeg`,
    aspect: photo.aspect,
    number: `${details.number}.`,
    caption: short,
    taken: taken.join(" · "),
    alt: `Photo ${details.number}${short ? `: ${short}` : ""}, ${taken.join(", ")}`,
  };
}

/** When it was taken according to the camera; if unknown, when it was added. */
function formatTaken(
  { takenAt, takenLocal }: ReportPhoto,
  { at, zone }: { readonly at: Temporal.Instant; readonly zone: string },
): string {
  if (takenAt) return stamp(takenAt, zone);
  if (!takenLocal) return stamp(at, zone);
  return `${stamp(Temporal.PlainDateTime.from(takenLocal).toZonedDateTime(zone).toInstant(), zone)} (camera time, time zone assumed)`;
}

/** `Photos 1–3, 7`; empty for none. */
export function describePhotos(all: readonly string[], numbered: ReadonlyMap<string, number>): string {
  const numbers = [...new Set(all.flatMap((sha256) => numbered.get(sha256) ?? []))].toSorted((a, b) => a - b);
  return numbers.length === 0 ? "" : `${numbers.length === 1 ? "Photo" : "Photos"} ${rangesOf(numbers)}`;
}

/** A name written right to left must not reorder the text beside it. */
const isolate = (name: string) => (name ? `\u2068${name}\u2069` : "");

/** `43.61501, -116.20231 ± 8 m`. Five decimals are about a meter. */
export function formatPlaceLine({
  latitude,
  longitude,
  accuracy,
}: NonNullable<ReportPhoto["position"]>): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}${accuracy === null ? "" : ` ± ${Math.round(accuracy)} m`}`;
}

export const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

export function truncate(text: string, most: number): string {
  const all = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return all.length <= most
    ? text
    : `${all
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
