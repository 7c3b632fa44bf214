import { folded } from "#platform/names/folded.ts";
import { type EntryType, TYPES } from "../rules.ts";
import { dateOf } from "../values.ts";

export interface Filters {
  readonly words: string;
  readonly job: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly type: EntryType | null;
}

export const LONGEST_SEARCH = 100;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ignores invalid filters. */
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

export function filterQuery(
  { words, job, from, to, type }: Filters,
  besides: Readonly<Record<string, string>> = {},
): string {
  const params = { q: words, job, from, to, type, ...besides };
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return query.size > 0 ? `?${query}` : "";
}

export const hasFilters = ({ words, job, from, to, type }: Filters): boolean =>
  Boolean(words || job || from || to || type);

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
export const searchWords = (words: string): string[] => [...new Set(splitWords(folded(words)))].slice(0, 12);

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
