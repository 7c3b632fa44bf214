// Without the schemas, whose library has no place in a browser (it asks for eval, which the policy refuses).

/** Longest text of each field, in characters after cleaning. Stated to people in the messages. */
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

/** Longest text of each field of a drip's brief, in characters after cleaning. */
export const DRIP_LIMITS = { ...BRIEF_LIMITS, industry: 120, objection: 200 } as const;

/**
 * How many words a text has, whoever wrote it: a guide, an email without greeting and signature, and what is
 * said in a call at once.
 */
export const WORDS = {
  guide: { least: 700, most: 3000 },
  mail: { least: 35, most: 190 },
  say: { least: 4, most: 110 },
} as const;
