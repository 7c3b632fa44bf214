import { folded } from "#platform/names/folded.ts";

export const LONGEST_SEARCH = 100;
const MOST_WORDS = 12;

const APOSTROPHES = /['’‘ʼ`´]/gu;
const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Words as indexed: without accents or capitals. With an apostrophe both ways, so that `obrien` and `brien`
 * find O'Brien.
 */
export function wordsIn(text: string): string[] {
  const joined = splitWords(folded(text));
  const apart = text.replaceAll(APOSTROPHES, " ");
  return apart === text
    ? joined
    : [...joined, ...splitWords(folded(apart)).filter((word) => !joined.includes(word))];
}

/** At most twelve, folded like `wordsIn`. Each matches words that begin with it. */
export const searchWords = (words: string): string[] =>
  [...new Set(splitWords(folded(words)))].slice(0, MOST_WORDS);

/** Splits a text at matches. Joined, the pieces are the text again. */
export function markFound(
  text: string,
  words: readonly string[],
): { readonly piece: string; readonly found: boolean }[] {
  return text
    .split(/([\p{L}\p{N}\p{M}'’‘ʼ`´]+)/u)
    .filter(Boolean)
    .map((piece) => ({
      piece,
      found: wordsIn(piece).some((one) => words.some((word) => one.startsWith(word))),
    }));
}

/** How many characters an excerpt shows before the first match. */
const BEFORE_MATCH = 60;

/** At most `longest` characters of a text, around its first match. */
export function excerpt(text: string, words: readonly string[], longest: number): string {
  if (text.length <= longest) return text;
  const pieces = markFound(text, words);
  const first = pieces.findIndex(({ found }) => found);
  const at = pieces.slice(0, Math.max(0, first)).reduce((length, { piece }) => length + piece.length, 0);
  const from = Math.max(0, at - BEFORE_MATCH);
  return `${from > 0 ? "…" : ""}${text.slice(from, from + longest).trim()}${from + longest < text.length ? "…" : ""}`;
}
