import { type DripBrief, dripBriefSchema } from "./drip/schema.ts";
import { type MagnetBrief, magnetBriefSchema } from "./schema.ts";

// Random choices are seeded by a brief's JSON, but the database returns its fields in another order. Without
// sorting, a stored brief would produce another text.

/** Sorts a magnet's brief into schema order. */
export const sortMagnetFields = (brief: MagnetBrief): MagnetBrief => inOrder(brief, magnetBriefSchema.shape);

/** Sorts a drip's brief into schema order. */
export const sortDripFields = (brief: DripBrief): DripBrief => inOrder(brief, dripBriefSchema.shape);

function inOrder<T extends object>(brief: T, shape: Readonly<Record<string, unknown>>): T {
  return Object.fromEntries(Object.keys(shape).map((key) => [key, brief[key as keyof T]])) as T;
}
