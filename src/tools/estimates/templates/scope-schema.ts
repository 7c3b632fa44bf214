import { z } from "zod";
import { LONGEST } from "../rules/estimate.ts";

// One file of content/scopes. Screens use only the types: the test reads every file with the schema.

const words = (most: number) => z.string().trim().min(1).max(most);
const name = z.string().regex(/^[a-z]+$/);
const amount = z.number().positive().multipleOf(0.001).max(100_000);

const formula = z.strictObject({
  /** A measure, or several that are multiplied. */
  of: z.union([name, z.array(name).min(2).max(3)]),
  times: amount.optional(),
  plus: amount.optional(),
  per: amount.optional(),
  /** Up to a whole one, or to half of one. */
  round: z.enum(["up", "half"]).optional(),
});

const ask = z.strictObject({
  id: name,
  label: words(40),
  unit: words(LONGEST.unit).optional(),
  usual: amount,
});

const line = z.strictObject({
  text: words(110),
  unit: words(LONGEST.unit).optional(),
  quantity: z.union([amount, formula]),
  isTaxable: z.literal(true).optional(),
  isOptional: z.literal(true).optional(),
});

const sentences = z.array(words(160)).min(2).max(8);

/** A scope of work; content/scopes/README.md documents every part. */
export const scopeSchema = z.strictObject({
  title: words(60),
  /** Other words that people search it by. */
  also: words(120),
  asks: z.array(ask).max(5),
  sections: z
    .array(z.strictObject({ heading: words(LONGEST.section), lines: z.array(line).min(1).max(12) }))
    .min(1)
    .max(6),
  included: sentences,
  excluded: sentences,
  assumed: sentences,
  check: z.array(words(160)).min(2).max(4),
});

export type Scope = z.infer<typeof scopeSchema>;
export type Formula = z.infer<typeof formula>;
