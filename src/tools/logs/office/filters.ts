import { folded } from "#platform/names/folded.ts";
import { type EntryType, TYPES } from "../rules.ts";
import { dateOf } from "../values.ts";

/** What the office asks its logs for. */
export interface Filters {
  readonly words: string;
  readonly job: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly type: EntryType | null;
}

export const LONGEST_SEARCH = 100;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The filters of an address: whatever it says, what is not one is left out. */
export function filtersOf(params: URLSearchParams): Filters {
  const job = params.get("job") ?? "";
  const words = (params.get("q") ?? "").toWellFormed().replaceAll("\0", "").trim().slice(0, LONGEST_SEARCH);
  return {
    words,
    job: ID.test(job) ? job : null,
    from: dateOf(params.get("from")),
    to: dateOf(params.get("to")),
    type: TYPES.find((type) => type === params.get("type")) ?? null,
  };
}

/** The filters as an address says them, and what is to be said besides. */
export function filterQuery(
  { words, job, from, to, type }: Filters,
  besides: Readonly<Record<string, string>> = {},
): string {
  const said = { q: words, job, from, to, type, ...besides };
  const query = new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return query.size > 0 ? `?${query}` : "";
}

/** Whether anything at all is asked for. */
export const asksAnything = ({ words, job, from, to, type }: Filters): boolean =>
  Boolean(words || job || from || to || type);

const APOSTROPHES = /['’‘ʼ`´]/gu;
const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The words of a text as the index has them: without accents and capitals, and a word with an apostrophe both
 * ways, so that `obrien` and
 * `brien` find O'Brien.
 */
export function wordsIn(text: string): string[] {
  const joined = splitWords(folded(text));
  const apart = text.replaceAll(APOSTROPHES, " ");
  return apart === text
    ? joined
    : [...joined, ...splitWords(folded(apart)).filter((word) => !joined.includes(word))];
}

/**
 * The words of a search, folded like `wordsIn`: each may be the beginning of a longer one. At most twelve.
 */
export const searchWords = (words: string): string[] => [...new Set(splitWords(folded(words)))].slice(0, 12);

/**
 * A text cut into pieces, each with whether a word of the search begins there; joined, they are the text
 * again.
 */
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
