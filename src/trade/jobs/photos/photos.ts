import type { ClockBasis } from "#platform/pictures/camera/camera-time.ts";

/**
 * A photo or short video of a note, as a value of the note's record says it: the field is `photos.{sha256}`.
 */
export interface Shot {
  readonly sha256: string;
  /** Media type, such as `video/mp4`, as the device told it. */
  readonly type: string;
  /** When it was taken or chosen, milliseconds since 1970. */
  readonly at: number;
  /**
   * How that is known, for one that was on the device before; left out for a picture of the moment, which has
   * the device's clock.
   */
  readonly clock?: ClockBasis;
  /** Whether its last rows are missing. */
  readonly incomplete?: true;
}

/** What a record says of a photo, by the field that names its hash. */
export type ShotValue = Readonly<Record<string, string | number | boolean>>;

/** A photo as the value of its field. */
export const shotValue = ({ type, at, clock, incomplete }: Omit<Shot, "sha256">): ShotValue => ({
  type,
  at,
  ...(clock ? { clock } : {}),
  ...(incomplete ? { incomplete } : {}),
});

const BASES: readonly unknown[] = ["camera", "zone", "file"];

/** How sure the time of a photo is, and whether it is whole, as its record says. */
const shotFacts = (value: unknown): Pick<Shot, "clock" | "incomplete"> => {
  const { clock, incomplete } = (value ?? {}) as { clock?: unknown; incomplete?: unknown };
  return {
    ...(BASES.includes(clock) ? { clock: clock as ClockBasis } : {}),
    ...(incomplete === true ? { incomplete } : {}),
  };
};

/** Where somebody stood, as their phone said. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
  /** Metres that it may be off. */
  readonly accuracy: number;
}

export const PHOTO_FIELD = "photos.";
const HASHED = /^photos\.[0-9a-f]{64}$/;
/** Whether a field names a photo by its hash, as it must. */
export const namesPhoto = (field: string): boolean => HASHED.test(field);

/** So many photos stand in one note; the next one begins another. */
export const MOST_SHOTS = 30;
/** A photo that is taken so long after the one before tells of something else, in milliseconds. */
export const SAME_ROLL_MS = 10 * 60 * 1000;

export const isVideoType = (type: string): boolean => type.startsWith("video/");

/** The photos of a note, in the order they were taken; those that were taken off it again are left out. */
export function shotsOf(values: Readonly<Record<string, unknown>>): Shot[] {
  return Object.entries(values)
    .flatMap(([field, value]) => {
      if (!namesPhoto(field) || typeof value !== "object" || value === null) return [];
      const { type, at } = value as { type?: unknown; at?: unknown };
      const sha256 = field.slice(PHOTO_FIELD.length);
      return [
        {
          sha256,
          type: typeof type === "string" ? type : "",
          at: typeof at === "number" ? at : 0,
          ...shotFacts(value),
        },
      ];
    })
    .toSorted((a, b) => a.at - b.at || (a.sha256 < b.sha256 ? -1 : 1));
}

/** Where a note was made; null where nobody said. */
export function placeOf(value: unknown): Place | null {
  const { lat, lon, accuracy } = (value ?? {}) as Partial<Place>;
  return typeof lat === "number" && typeof lon === "number" && typeof accuracy === "number"
    ? { lat, lon, accuracy }
    : null;
}

/** What stands above photos. */
export function countShots(shots: readonly Pick<Shot, "type">[]): string {
  const videos = shots.filter(({ type }) => isVideoType(type)).length;
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
  const [first = "Note", ...rest] = [
    ...counted(shots.length - videos, "Photo", "photos"),
    ...counted(videos, shots.length === videos ? "Video" : "video", "videos"),
  ];
  return [first, ...rest.map((word) => (/^\d/.test(word) ? word : `1 ${word}`))].join(" and ");
}

const MB = 1024 * 1024;

/**
 * Why a file of this size is not taken, for people; null when it is. Said here, so that nobody waits for a
 * signal to learn it.
 * @param most bytes
 */
export function describeNotTaken(
  file: { readonly type: string; readonly size: number },
  most: { photo: number; video: number },
): string | null {
  if (file.size === 0) return "is empty.";
  const limit = isVideoType(file.type) ? most.video : most.photo;
  return file.size > limit
    ? `is larger than ${limit / MB} MB. Take a shorter video, or a smaller photo.`
    : null;
}
