/** Maximum length of an answer, in characters. */
export const ANSWER_LIMITS = { subject: 150, mail: 10_000, text: 640 } as const;

/** How many seconds an answer can be undone before it is sent. */
export const HELD_SECONDS = 20;
