// Separate from the schemas, because zod must not reach the browser: it uses eval, which our CSP blocks.

/** Longest text per field, in characters after cleaning. Quoted in messages. */
export const BRIEF_LIMITS = {
  name: 100,
  email: 254,
  company: 120,
  product: 300,
  targetAudience: 200,
  goal: 200,
  tone: 80,
  topic: 200,
} as const;

/** The same for a drip's brief. */
export const DRIP_LIMITS = { ...BRIEF_LIMITS, industry: 120, objection: 200 } as const;

/**
 * Allowed word counts: a guide by a model, and for any writer an email without greeting and signature, and
 * one turn in a call.
 */
export const WORDS = {
  modelGuide: { least: 700, most: 1500 },
  mail: { least: 35, most: 280 },
  say: { least: 4, most: 110 },
} as const;
