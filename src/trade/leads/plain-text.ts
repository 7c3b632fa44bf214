/**
 * Marks that turn the direction of what stands beside them: a name with one of them would rewrite the line it
 * is shown in.
 */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text in one line. Control and line separators are taken out: they must not reach a mail header. */
export const oneLine = (text: string): string =>
  text
    .replace(TURNS, "")
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();

/** A text in as many lines as it has, at most one of them empty between two. */
export const lines = (text: string): string =>
  text
    .replace(TURNS, "")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n]+/gu, " ")
    .replace(/[ ]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
