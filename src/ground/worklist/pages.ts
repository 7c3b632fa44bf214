import { dateIn } from "./filters.ts";

/** The last row of a page; the next page begins after it. */
export interface After {
  readonly date: string;
  readonly id: string;
}

const CURSOR = /^(\d{4}-\d\d-\d\d)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Where the address wants to continue (`after`); null for the first page. */
export function readAfter(params: URLSearchParams): After | null {
  const [, day = "", id] = CURSOR.exec(params.get("after") ?? "") ?? [];
  const date = dateIn(day);
  return date && id ? { date, id } : null;
}

/**
 * One page of rows, and where the next one begins.
 * @param rows one more than fits, if there are more
 */
export function splitPage<Row extends After>(
  rows: readonly Row[],
  size: number,
): { readonly page: readonly Row[]; readonly next: string | null } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, next: rows.length > size && last ? `${last.date}_${last.id}` : null };
}
