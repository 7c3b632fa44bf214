import { z } from "zod";

export const TONES = ["plain", "friendly", "expert", "direct", "calm"] as const;
export type Tone = (typeof TONES)[number];

/** What the reader is asked to do at the end, from the goal. */
export type Ask = "visit" | "quote" | "call" | "message";

/**
 * What keeps people from saying yes: price, no time now, no trust yet, another contractor, just looking,
 * doing it themselves, a spouse or partner, a bad experience, waiting for a season or for rates, wanting to
 * think, no need, the mess. `other` for the rest.
 */
export const OBJECTIONS = [
  "price",
  "timing",
  "trust",
  "rival",
  "looking",
  "self",
  "partner",
  "burned",
  "waiting",
  "thinking",
  "need",
  "mess",
  "other",
] as const;
export type ObjectionKind = (typeof OBJECTIONS)[number];

/** A person's own subject lines are short. */
export const SUBJECT_LIMIT = 49;

const text = z.string().trim().min(1);

/**
 * How a trade is recognized, and what its texts may not claim; content/trades/README.md explains every
 * part.
 */
export const tradeSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z-]*$/),
  name: text,
  /** Word beginnings that indicate this trade, with weights. */
  signs: z.record(z.string().regex(/^[a-z-]+( [a-z-]+)*$/), z.number().int().min(1).max(9)),
  /** Words that make a sentence specific to this trade. */
  words: z.array(text).min(20),
  /** Claims that are untrue or not ours to make, with the reason. */
  doNotSay: z.array(z.strictObject({ phrase: text, why: text })).min(10),
});

export type Trade = z.output<typeof tradeSchema>;
