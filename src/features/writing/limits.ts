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
