import { listItems, pageOfItems, type Search } from "#ground/worklist/public.server.ts";
import type { ListFilters } from "#ground/worklist/public.tsx";
import { overdueIssues } from "#trade/issues/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { SEARCH } from "./rows.server.ts";
import { type ActionView, OVERDUE } from "./views.ts";

/** Overdue actions at the top of the list; the others are where their date puts them. */
const MOST_FIRST = 50;

/** What the office filters by: "overdue" isn’t stored, because it depends on the day. */
const withoutOverdue = (filters: ListFilters<ActionView>): ListFilters =>
  filters.type === OVERDUE ? { ...filters, type: null } : filters;

/** What to search for a CSV, and by which filters. */
export const sheetOf = (filters: ListFilters<ActionView>) => ({
  filters: withoutOverdue(filters),
  search: async (ctx: AccountContext): Promise<Search> =>
    filters.type === OVERDUE ? { ...SEARCH, ids: await overdueIssues(ctx) } : SEARCH,
});

/**
 * A page of actions. Overdue ones come first, those that were due first at the top, unless somebody searches
 * for words or asks for an order.
 */
export async function pageOfActions(
  ctx: AccountContext,
  filters: ListFilters<ActionView>,
  after: Parameters<typeof pageOfItems>[3],
) {
  const late = await overdueIssues(ctx);
  if (filters.type === OVERDUE)
    return pageOfItems(ctx, { ...SEARCH, ids: late }, withoutOverdue(filters), after);
  if (filters.words || filters.oldestFirst) return pageOfItems(ctx, SEARCH, filters, after);
  const place = new Map(late.map((id, at) => [id, at]));
  const first = (
    await listItems(ctx, SEARCH.kind, { ...filters, tag: SEARCH.tag, ids: late }, null, late.length)
  )
    .toSorted((one, other) => place.get(one.id)! - place.get(other.id)!)
    .slice(0, MOST_FIRST);
  const others = await pageOfItems(ctx, { ...SEARCH, butIds: first.map(({ id }) => id) }, filters, after);
  return after === null ? { ...others, page: [...first, ...others.page] } : others;
}
