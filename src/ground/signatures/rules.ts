// What a drawn signature is, the same in the browser, on the server and on paper.

/** A place on the pad, in its own units, and milliseconds since the first touch. */
export type Point = readonly [x: number, y: number, milliseconds: number];

/**
 * Hours between two questions whether a copy may be mailed: first each hour, then as seldom as it is old, at
 * last once a day.
 */
const ASKED_WITHIN = { least: 1, most: 24 } as const;
/** So many days a copy waits to be mailed; the business has it all along, and can hand it over. */
const COPY_WAITS_DAYS = 90;

/**
 * When to ask next whether the copy of a signature may be mailed; null where it is too old for a mail to be
 * expected.
 */
export function retryCopyAt(signedAt: Temporal.Instant, now: Temporal.Instant): Temporal.Instant | null {
  const hours = now.since(signedAt).total("hours");
  if (hours >= COPY_WAITS_DAYS * 24) return null;
  return now.add({
    minutes: Math.round(60 * Math.min(Math.max(hours, ASKED_WITHIN.least), ASKED_WITHIN.most)),
  });
}

/** A drawn signature: lines of a hand, as they came. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly (readonly Point[])[];
}

export const MOST_STROKES = 200;
export const MOST_POINTS = 6_000;
export const LARGEST_PAD = 4_000;
/** A line that is shorter than this part of the pad's width is a slip of the finger, and no signature. */
const LEAST_INK = 0.12;

const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(bx - ax, by - ay);

/** How long all lines are together, in units of the pad. */
function inkOf({ strokes }: Drawing): number {
  return strokes.reduce(
    (sum, stroke) => sum + stroke.slice(1).reduce((own, point, at) => own + distance(stroke[at]!, point), 0),
    0,
  );
}

/** Whether something was drawn that somebody meant. */
export function isDrawn(drawing: Drawing): boolean {
  return inkOf(drawing) >= drawing.width * LEAST_INK;
}

const short = (value: number) => Number(value.toFixed(1)).toString();

/**
 * The lines as paths of SVG: smooth through the middles of what was touched, a dot where there was no
 * movement.
 */
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

/**
 * The part of the pad that was drawn on, with room for the pen, so that a small signature on a large pad is
 * seen as well.
 */
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

/** How wide a pen is on a part of this width, so that it looks the same whatever the pad was. */
export const penOf = (width: number) => Math.max(width / 140, 0.5);

/** A drawn signature as a picture of its own, black on nothing: numbers only, whatever came in. */
export function toSvg(drawing: Drawing): string {
  const { x, y, width, height } = boundsOf(drawing);
  const box = [x, y, width, height].map(short).join(" ");
  const paths = pathsOf(drawing).map((path) => `<path d="${path}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${short(width)}" height="${short(height)}"><g fill="none" stroke="#16191d" stroke-width="${short(penOf(width))}" stroke-linecap="round" stroke-linejoin="round">${paths.join("")}</g></svg>`;
}
