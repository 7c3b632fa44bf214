import type { ClockBasis } from "#platform/pictures/camera/camera-time.ts";

/** The value of the field `photos.{sha256}`. */
export interface Shot {
  readonly sha256: string;
  /** As reported by the device, such as `video/mp4`. */
  readonly type: string;
  /** When it was taken or chosen, milliseconds since 1970. */
  readonly at: number;
  /** How the time is known; omitted for a photo taken just now, which has the device's time. */
  readonly clock?: ClockBasis;
  /** Whether its last rows are missing. */
  readonly incomplete?: true;
}

export type ShotValue = Readonly<Record<string, string | number | boolean>>;

export const shotValue = ({ type, at, clock, incomplete }: Omit<Shot, "sha256">): ShotValue => ({
  type,
  at,
  ...(clock ? { clock } : {}),
  ...(incomplete ? { incomplete } : {}),
});

const CLOCKS: readonly unknown[] = ["camera", "zone", "file"];

const shotFacts = (value: unknown): Pick<Shot, "clock" | "incomplete"> => {
  const { clock, incomplete } = (value ?? {}) as { clock?: unknown; incomplete?: unknown };
  return {
    ...(CLOCKS.includes(clock) ? { clock: clock as ClockBasis } : {}),
    ...(incomplete === true ? { incomplete } : {}),
  };
};

export const PHOTO_FIELD = "photos.";
const PHOTO_NAME = /^photos\.[0-9a-f]{64}$/;
/** The prefix and a SHA-256 in hexadecimal. */
export const namesPhoto = (field: string): boolean => PHOTO_NAME.test(field);

/** Why a change is refused that names a photo by something else; null if it doesn't. */
export const refusePhotoNames = (
  sets: Readonly<Record<string, unknown>>,
): { readonly code: "invalid"; readonly why: string } | null =>
  Object.keys(sets).some((field) => field.startsWith(PHOTO_FIELD) && !namesPhoto(field))
    ? { code: "invalid", why: "This photo doesn’t match its ID. Add it again." }
    : null;

/** Further photos start a new note. */
export const MOST_SHOTS = 30;
/** After this long, a photo starts a new note. */
export const SAME_ROLL_MS = 10 * 60 * 1000;

export const isVideoType = (type: string): boolean => type.startsWith("video/");

/** In the order they were taken, without removed ones. */
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

/** "2 photos and 1 video". */
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
 * Null if the file can be used. Checked here, so that nobody finds out only once they have a signal.
 * @param most bytes
 */
export function describeRefusedFile(
  file: { readonly type: string; readonly size: number },
  most: { photo: number; video: number },
): string | null {
  if (file.size === 0) return "is empty.";
  const limit = isVideoType(file.type) ? most.video : most.photo;
  return file.size > limit
    ? `is larger than ${limit / MB} MB. Use a shorter video or a smaller photo.`
    : null;
}
