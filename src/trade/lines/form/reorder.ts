import type { BaseLine } from "../rules.ts";

/**
 * Moves a line.
 * @param lines in their order
 * @returns the places that change, by id; as few as keep the order unmistakable
 */
export function placesAfterMove(
  lines: readonly Pick<BaseLine, "id" | "place">[],
  from: number,
  to: number,
): ReadonlyMap<string, number> {
  const moved = lines.toSpliced(from, 1).toSpliced(to, 0, lines[from]!);
  const places = new Map<string, number>();
  let last = -1;
  for (const [at, { id, place }] of moved.entries()) {
    // Lines in one place are ordered by id, so each gets a place of its own.
    const own = Math.max(lines[at]!.place, last + 1);
    if (own !== place) places.set(id, own);
    last = own;
  }
  return places;
}
