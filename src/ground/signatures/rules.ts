// The format of drawn signatures, shared by browser, server and PDF.

/** Position in the pad's units, and milliseconds since the first touch. */
export type Point = readonly [x: number, y: number, milliseconds: number];

/**
 * Hours between retries of emailing a copy: hourly at first, then after as long as it is old, up to a day.
 */
const ASKED_WITHIN = { least: 1, most: 24 } as const;
/** A copy waits this many days to be emailed. The business has it all along and can hand it over. */
const COPY_WAITS_DAYS = 90;

/** When to retry emailing a copy; null once it is too old to expect one. */
export function retryCopyAt(signedAt: Temporal.Instant, now: Temporal.Instant): Temporal.Instant | null {
  const hours = now.since(signedAt).total("hours");
  if (hours >= COPY_WAITS_DAYS * 24) return null;
  return now.add({
    minutes: Math.round(60 * Math.min(Math.max(hours, ASKED_WITHIN.least), ASKED_WITHIN.most)),
  });
}

/** A drawn signature as strokes. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly (readonly Point[])[];
}

export const MOST_STROKES = 200;
export const MOST_POINTS = 6_000;
export const LARGEST_PAD = 4_000;
/** Ink shorter than this share of the pad's width is a slip of the finger, not a signature. */
const LEAST_INK = 0.12;

const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(bx - ax, by - ay);

/** Total length of all strokes, in pad units. */
function inkOf({ strokes }: Drawing): number {
  return strokes.reduce(
    (sum, stroke) => sum + stroke.slice(1).reduce((own, point, at) => own + distance(stroke[at]!, point), 0),
    0,
  );
}

/** Whether the drawing is long enough to be meant. */
export function isDrawn(drawing: Drawing): boolean {
  return inkOf(drawing) >= drawing.width * LEAST_INK;
}

const short = (value: number) => Number(value.toFixed(1)).toString();

/** The strokes as SVG paths, smoothed through the midpoints; a dot if there was no movement. */
export function pathsOf({ strokes }: Drawing): string[] {
  return strokes
    .filter((stroke) => stroke.length > 0)
    .map((stroke) => {
      const [first, ...rest] = stroke as [Point, ...Point[]];
      const begin = `M${short(first[0])} ${short(first[1])}`;
      if (rest.length === 0) return `${begin}h0.1`;
      const curves = rest.slice(0, -1).map((point, at) => {
        const next = rest[at + 1]!;
        return `Q${short(point[0])} ${short(point[1])} ${short((point[0] + next[0]) / 2)} ${short((point[1] + next[1]) / 2)}`;
      });
      const last = rest.at(-1)!;
      return `${begin}${curves.join("")}L${short(last[0])} ${short(last[1])}`;
    });
}

/** Bounding box of the strokes plus pen width, so that a small signature on a large pad is scaled up. */
export function boundsOf({ strokes, width, height }: Drawing): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
  const points = strokes.flat();
  if (points.length === 0) return { x: 0, y: 0, width, height };
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const least = (all: readonly number[]) => all.reduce((a, b) => Math.min(a, b));
  const most = (all: readonly number[]) => all.reduce((a, b) => Math.max(a, b));
  const room = width / 40;
  const [x, y] = [least(xs) - room, least(ys) - room];
  return { x, y, width: most(xs) + room - x, height: most(ys) + room - y };
}

/** Pen width for a drawing of this width, so that it looks the same on every pad. */
export const penOf = (width: number) => Math.max(width / 140, 0.5);

/** The signature as an SVG, black on transparent. Contains only numbers, whatever the input. */
export function toSvg(drawing: Drawing): string {
  const { x, y, width, height } = boundsOf(drawing);
  const box = [x, y, width, height].map(short).join(" ");
  const paths = pathsOf(drawing).map((path) => `<path d="${path}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${short(width)}" height="${short(height)}"><g fill="none" stroke="#16191d" stroke-width="${short(penOf(width))}" stroke-linecap="round" stroke-linejoin="round">${paths.join("")}</g></svg>`;
}

const MOST_SAVED_POINTS = 1_200;

/** A drawing with few enough points to be saved in a command. @param most points of several in one command */
export function thinned({ width, height, strokes }: Drawing, most: number = MOST_SAVED_POINTS): Drawing {
  const count = strokes.reduce((all, stroke) => all + stroke.length, 0);
  const step = Math.ceil(count / most);
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return {
    ...{ width, height },
    strokes: strokes.map((stroke) =>
      stroke
        .filter((_, at) => at % step === 0 || at === stroke.length - 1)
        .map(([x, y, milliseconds]) => [rounded(x), rounded(y), Math.round(milliseconds)] as const),
    ),
  };
}
