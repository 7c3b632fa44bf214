/** Bidirectional control characters. In a name they would reorder the rest of the line. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * The text as one line. Control characters and line separators become spaces: they must not reach an email
 * header.
 */
export const oneLine = (text: string): string =>
  text
    .replace(BIDI_CONTROLS, "")
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();

/** The text with normalized line breaks and at most one empty line in a row. */
export const lines = (text: string): string =>
  text
    .replace(BIDI_CONTROLS, "")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n]+/gu, " ")
    .replace(/[ ]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
