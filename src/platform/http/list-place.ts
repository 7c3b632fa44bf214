const LONGEST = 400;

/**
 * The query of the list that a detail page was opened from (`?list=`), such as `status=won&sort=name`; empty
 * if it was opened from elsewhere.
 */
export function listQueryOf(url: URL): string {
  const query = url.searchParams.get("list") ?? "";
  return query.length > LONGEST ? "" : new URLSearchParams(query).toString();
}

/**
 * The address of a detail page that remembers its list.
 * @param listQuery the list's query, without `?`
 * @param others further parameters of the detail page
 */
export function withList(
  path: string,
  listQuery: string,
  others: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...(listQuery ? { list: listQuery } : {}), ...others });
  return query.size ? `${path}?${query}` : path;
}
