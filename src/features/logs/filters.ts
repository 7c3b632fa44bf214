import { type EntryType, TYPES } from "./rules.ts";
import { dateOf } from "./said.ts";

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
export function filterQuery({ words, job, from, to, type }: Filters, besides: Readonly<Record<string, string>> = {}): string {
  const said = { q: words, job, from, to, type, ...besides };
  const query = new URLSearchParams(Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return query.size > 0 ? `?${query}` : "";
}

/** Whether anything at all is asked for. */
export const asksAnything = ({ words, job, from, to, type }: Filters): boolean => Boolean(words || job || from || to || type);

/** The words of a text, in small letters: what an index is made of, and what is looked for in it, taken apart in one way. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The single words of a search, as they are looked for: each may be the beginning of a longer one. */
export const searchWords = (words: string): string[] => [...new Set(wordsIn(words))].slice(0, 12);
