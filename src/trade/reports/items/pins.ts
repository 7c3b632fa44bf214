import type { ShapePlan } from "#trade/jobs/public.server.ts";

type Pin = ShapePlan["pins"][number];

/** A pin with the middle of its label, which is at its spot or beside it, with a line between them. */
export interface PlacedPin extends Pin {
  readonly label: { readonly x: number; readonly y: number } | null;
}

/** The size of a label, with the room around it, as fractions of the picture. */
export interface LabelSize {
  readonly width: number;
  readonly height: number;
}

/** Half labels to each side of a spot, and up and down, that are tried. */
const REACH = 14;
/** Ways from a spot in labels, nearest first. */
const STEPS = Array.from({ length: REACH * 2 + 1 }, (_, across) =>
  Array.from({ length: REACH * 2 + 1 }, (__, down) => ({
    across: (across - REACH) / 2,
    down: (down - REACH) / 2,
  })),
)
  .flat()
  .toSorted((one, other) => Math.hypot(one.across, one.down) - Math.hypot(other.across, other.down));

/**
 * Places the labels of pins so that none covers another, as long as there is room near their spots.
 * @returns `label` is null for one at its own spot; all are fractions of the picture
 */
export function placePins(pins: readonly Pin[], { width, height }: LabelSize): PlacedPin[] {
  const taken: { readonly x: number; readonly y: number }[] = [];
  const isFree = ({ x, y }: { readonly x: number; readonly y: number }) =>
    taken.every((other) => Math.abs(other.x - x) >= width || Math.abs(other.y - y) >= height);
  const isInside = ({ x, y }: { readonly x: number; readonly y: number }) =>
    x >= width / 2 && x <= 1 - width / 2 && y >= height / 2 && y <= 1 - height / 2;
  return pins.map((pin) => {
    const spot = { x: pin.x, y: pin.y };
    const beside = isFree(spot)
      ? undefined
      : STEPS.map(({ across, down }) => ({ x: pin.x + across * width, y: pin.y + down * height })).find(
          (one) => isInside(one) && isFree(one),
        );
    taken.push(beside ?? spot);
    return { ...pin, label: beside ?? null };
  });
}

/** What the shapes of pins mean, which are told apart without color too; empty if all are alike. */
export const legendOf = (pins: readonly Pick<Pin, "tone">[]): string =>
  [
    pins.some(({ tone }) => tone === "bad") ? "Square pins: overdue or not accepted." : "",
    pins.some(({ tone }) => tone === "good") ? "Outlined pins: closed." : "",
  ]
    .filter(Boolean)
    .join(" ");
