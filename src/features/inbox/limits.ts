/** How long an answer may be, in characters. */
export const ANSWER_LIMITS = { subject: 150, mail: 10_000, text: 640 } as const;

/** For how long an answer can be taken back before it leaves, in seconds. */
export const HELD_SECONDS = 20;
