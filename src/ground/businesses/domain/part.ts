import type { Part } from "./facts.ts";

/** DNS did not respond, which is different from a missing record. */
export const SILENT = "DNS didn’t respond. Check again in a minute.";
export const SOON = "It can take anywhere from minutes to a day to show up.";

/** Builds the result of one check. */
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
