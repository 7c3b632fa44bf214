import { z } from "zod";
import { LONGEST } from "./rules/talk.ts";

// Schemas of values that talks and plans share.

/** Text of at most so many characters. */
export const words = (most: number) => z.string().trim().max(most);
/** Of a person. */
export const name = words(LONGEST.name).min(1);
/** SHA-256 in hex. */
export const version = z.string().regex(/^[\da-f]{64}$/);
/** Where rules are. */
export const sources = z
  .array(z.strictObject({ name: words(400), cite: words(200), year: z.int().min(0).max(2200) }))
  .max(40);
