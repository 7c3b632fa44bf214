/** Pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const FORMATS = {
  square: { label: "Square", hint: "1080 × 1080, for feeds", width: 1080, height: 1080, foot: 0, head: 0 },
  portrait: {
    label: "Portrait",
    hint: "1080 × 1350, for feeds",
    width: 1080,
    height: 1350,
    foot: 0,
    head: 0,
  },
  // Apps put their own buttons over the top and the foot of a story.
  story: { label: "Story", hint: "1080 × 1920", width: 1080, height: 1920, foot: 240, head: 220 },
} as const;
export type Format = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as [Format, ...Format[]];

/** The band below the photos, with the logo and the line. */
const BAND = 168;
const SEAM = 12;
/** A photo of which less would be seen, such as a panorama, is shown whole. */
const LEAST_SHOWN = 0.5;

export interface PostLayout {
  /** Where each photo is. */
  readonly photos: readonly (Box & {
    /** `cover`: it fills its box, and what sticks out is cut off evenly. `contain`: nothing is cut off. */
    readonly fit: "cover" | "contain";
  })[];
  readonly band: Box;
  /** How far below the top of its photo a label starts, so that no app covers it. */
  readonly labels: readonly number[];
}

/** How much of a photo a box shows, 0 to 1. */
export function shownPart(aspect: number, { width, height }: Pick<Box, "width" | "height">): number {
  const box = width / height;
  return Math.min(aspect / box, box / aspect);
}

/**
 * Places one photo, or two beside or above each other, whichever shows more of them.
 * @param aspects width over height
 */
export function layoutOf(format: Format, aspects: readonly number[]): PostLayout {
  const { width, height, foot, head } = FORMATS[format];
  const room = height - BAND - foot;
  const band = { x: 0, y: room, width, height: BAND };
  const whole = [{ x: 0, y: 0, width, height: room }];
  const half = { width: (width - SEAM) / 2, height: (room - SEAM) / 2 };
  const ways = [
    [0, half.width + SEAM].map((x) => ({ x, y: 0, width: half.width, height: room })),
    [0, half.height + SEAM].map((y) => ({ x: 0, y, width, height: half.height })),
  ];
  const shown = (boxes: readonly Box[]) =>
    Math.min(...boxes.map((box, at) => shownPart(aspects[at] ?? 1, box)));
  const photos = aspects.length < 2 ? whole : ways.toSorted((one, other) => shown(other) - shown(one))[0]!;
  return {
    photos: photos.map((box, at) => ({
      ...box,
      fit: shownPart(aspects[at] ?? 1, box) < LEAST_SHOWN ? "contain" : "cover",
    })),
    band,
    labels: photos.map(({ y }) => (y === 0 ? head : 0)),
  };
}
