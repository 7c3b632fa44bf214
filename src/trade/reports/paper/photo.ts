import { dayWords, formatTime } from "#platform/time/format.ts";
import { rangesOf } from "../rules.ts";

/** So much of a caption is printed, in letters: the whole of it stands with its entry. */
const MOST_CAPTION = 140;

/** A photo that the server holds, drawn for paper. */
export interface ReportPhoto {
  /** A file on this machine. */
  readonly path: string;
  /** Width over height. */
  readonly aspect: number;
  readonly isVideo: boolean;
  readonly takenAt: Temporal.Instant | null;
  /** The camera's clock on the wall, ISO without a zone: it is read in the job's zone, and that is said. */
  readonly takenLocal?: string | null;
  /** Whether its last rows are missing. */
  readonly isIncomplete?: boolean;
  /** Where it was taken, only where the report says so. */
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    readonly accuracy: number | null;
  } | null;
}

/** A moment with its day, year and zone, as a report of years ago is read. */
export function stamp(at: Temporal.Instant, zone: string): string {
  const day = at.toZonedDateTimeISO(zone).toPlainDate();
  const short = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" }).formatToParts(
    at.epochMilliseconds,
  );
  return `${dayWords(day)}, ${formatTime(at, zone)} ${short.find(({ type }) => type === "timeZoneName")?.value ?? ""}`.trim();
}

/** A photo with what stands under it. */
export function shownPhoto(
  photo: ReportPhoto,
  said: {
    readonly sha256: string;
    readonly number: number;
    readonly caption: string;
    readonly at: Temporal.Instant;
    readonly by: string;
    readonly zone: string;
    readonly tags?: readonly string[];
    /**
     * Where its device was when it was taken, for a photo that does not say so itself: cameras of browsers
     * leave it out.
     */
    readonly place?: { readonly lat: number; readonly lon: number; readonly accuracy: number } | null;
  },
) {
  const { place } = said;
  const position =
    photo.position ??
    (place ? { latitude: place.lat, longitude: place.lon, accuracy: place.accuracy } : null);
  const short = cut(said.caption.replaceAll(/\s+/g, " ").trim(), MOST_CAPTION);
  const taken = [
    photo.isVideo ? "From a video" : "",
    photo.isIncomplete ? "Incomplete: the bottom is missing" : "",
    formatTaken(photo, said),
    isolated(said.by),
    (said.tags ?? []).join(", "),
    position ? formatPlaceLine(position) : "",
  ].filter(Boolean);
  return {
    file: `${said.sha256}.jpeg`,
    aspect: photo.aspect,
    number: `${said.number}.`,
    caption: short,
    taken: taken.join(" · "),
    alt: `Photo ${said.number}${short ? `: ${short}` : ""}, ${taken.join(", ")}`,
  };
}

/** When it was taken, as well as its camera can tell; else when it was added. */
function formatTaken(
  { takenAt, takenLocal }: ReportPhoto,
  { at, zone }: { readonly at: Temporal.Instant; readonly zone: string },
): string {
  if (takenAt) return stamp(takenAt, zone);
  if (!takenLocal) return stamp(at, zone);
  return `${stamp(Temporal.PlainDateTime.from(takenLocal).toZonedDateTime(zone).toInstant(), zone)} (camera time, zone assumed)`;
}

/** Which photos belong to something: `Photos 1–3, 7`. Empty for none. */
export function describePhoto(all: readonly string[], numbered: ReadonlyMap<string, number>): string {
  const numbers = [...new Set(all.flatMap((sha256) => numbered.get(sha256) ?? []))].toSorted((a, b) => a - b);
  return numbers.length === 0 ? "" : `${numbers.length === 1 ? "Photo" : "Photos"} ${rangesOf(numbers)}`;
}

/** A name written from the right takes nothing beside it along. */
const isolated = (name: string) => (name ? `\u2068${name}\u2069` : "");

/** As the device reported it: five decimals are a meter. */
export function formatPlaceLine({
  latitude,
  longitude,
  accuracy,
}: NonNullable<ReportPhoto["position"]>): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}${accuracy === null ? "" : ` ± ${Math.round(accuracy)} m`}`;
}

/** Letters as a person counts them. */
export const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** At most so many letters, as a person counts them. */
export function cut(text: string, most: number): string {
  const all = Array.from(letters.segment(text), ({ segment }) => segment);
  return all.length <= most
    ? text
    : `${all
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
