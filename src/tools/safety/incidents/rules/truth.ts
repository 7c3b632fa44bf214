/** Yes, no, or not known yet. */
export type Truth = boolean | null;

export const ANSWERS = ["yes", "no", "unknown"] as const;
/** What the office answers to a question. */
export type Answer = (typeof ANSWERS)[number];

export const truthOf = (answer: Answer): Truth => (answer === "unknown" ? null : answer === "yes");
