import { Problem, problemAnswer } from "#platform/api/problem.ts";

/** The largest request body, in bytes. */
export const MOST_BYTES = 64 * 1024;

export const tooLarge = (): Problem =>
  new Problem("too-large", "The body can be at most 64 KB. Nothing was changed.");

/** The answer to a body that is too large, sent before any of it is read. */
export const refuseCall = (): Response => problemAnswer(tooLarge());
