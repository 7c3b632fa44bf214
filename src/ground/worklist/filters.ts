import { LONGEST_SEARCH } from "./search-words.ts";

/** What a list over all jobs is narrowed to, as in its address. */
export interface ListFilters<Type extends string = string> {
  readonly words: string;
  readonly job: string | null;
  /** "2026-11-20", included. */
  readonly from: string | null;
  readonly to: string | null;
  /** What sort of its kind, such as a delay among log entries. */
  readonly type: Type | null;
  /** The usual order is newest first. */
  readonly oldestFirst?: boolean;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A date as in an address; null for anything else. */
export function dateIn(value: string | null): string | null {
  if (value === null || !/^\d{4}-\d\d-\d\d$/.test(value)) return null;
  try {
    return Temporal.PlainDate.from(value).toString();
  } catch {
    return null;
  }
}

/** The filters of an address, without invalid ones. @param types the types that this list knows */
export function readFilters<Type extends string>(
  params: URLSearchParams,
  types: readonly Type[],
): ListFilters<Type> {
  const job = params.get("job") ?? "";
  const words = (params.get("q") ?? "").toWellFormed().replaceAll("\0", "").trim().slice(0, LONGEST_SEARCH);
  return {
    words,
    job: ID.test(job) ? job : null,
    from: dateIn(params.get("from")),
    to: dateIn(params.get("to")),
    type: types.find((type) => type === params.get("type")) ?? null,
    oldestFirst: params.get("sort") === "date",
  };
}

/** "?q=poured&from=2026-11-01", or "" without filters. @param besides more parameters */
export function filterQuery(
  { words, job, from, to, type, oldestFirst }: ListFilters,
  besides: Readonly<Record<string, string>> = {},
): string {
  const params = { q: words, job, from, to, type, sort: oldestFirst ? "date" : null, ...besides };
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return query.size > 0 ? `?${query}` : "";
}

export const hasFilters = ({ words, job, from, to, type }: ListFilters): boolean =>
  Boolean(words || job || from || to || type);
