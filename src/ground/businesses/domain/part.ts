import type { Part } from "./facts.ts";

/** What is said where DNS did not answer: that is not the same as nothing there. */
export const SILENT = "DNS did not answer, so nobody knows what is there. Check again in a minute.";
/** How long a change takes to be seen. */
export const SOON = "It can take from minutes to a day until everybody sees it.";

/** Says how one thing about a domain stands. */
export const part =
  (id: Part["id"], title: string) =>
  (state: Part["state"], words: readonly string[], more: Partial<Part> = {}): Part => ({
    id,
    title,
    state,
    words,
    found: [],
    paste: [],
    ...more,
  });
