import { type DripBrief, dripBriefSchema } from "./drip/schema.ts";
import { type MagnetBrief, magnetBriefSchema } from "./schema.ts";

// Chance begins with a brief's JSON, and the database gives its fields back in another order: without this
// the same brief would make another text once it has been stored.

/** A magnet's brief with its fields in the order of the schema. */
export const sortMagnetFields = (brief: MagnetBrief): MagnetBrief => inOrder(brief, magnetBriefSchema.shape);

/** A drip's brief with its fields in the order of the schema. */
export const sortDripFields = (brief: DripBrief): DripBrief => inOrder(brief, dripBriefSchema.shape);

function inOrder<T extends object>(brief: T, shape: Readonly<Record<string, unknown>>): T {
  return Object.fromEntries(Object.keys(shape).map((key) => [key, brief[key as keyof T]])) as T;
}
