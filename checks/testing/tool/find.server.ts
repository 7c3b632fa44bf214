import { listJobs } from "#trade/jobs/public.server.ts";
import {
  type After,
  listItems,
  searchItems,
  type Search,
  splitPage,
} from "#ground/worklist/public.server.ts";
import type { ListFilters } from "#ground/worklist/public.tsx";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type State, STATE_WORDS } from "./rules.ts";

const MOST_JOBS = 500;
const ITEMS_A_PAGE = 50;

export const DELIVERY_SEARCH: Search = { kind: "deliveries.delivery" };

/** Names of jobs by id. */
export const jobNames = async (ctx: AccountContext): Promise<ReadonlyMap<string, string>> =>
  new Map((await listJobs(ctx, "", MOST_JOBS)).map(({ jobId, name }) => [jobId, name]));

/** What was found, or a page of all deliveries, newest first. */
export async function deliveriesFound(ctx: AccountContext, filters: ListFilters<State>, after: After | null) {
  const jobs = await jobNames(ctx);
  const { page, next } = splitPage(
    filters.words
      ? await searchItems(ctx, DELIVERY_SEARCH, filters, ITEMS_A_PAGE)
      : await listItems(ctx, DELIVERY_SEARCH.kind, filters, after, ITEMS_A_PAGE + 1),
    ITEMS_A_PAGE,
  );
  const items = page.map(({ id, jobId, date, title, state }) => ({
    id,
    href: `/account/job/${jobId}/deliveries`,
    line: [date, jobs.get(jobId), title, STATE_WORDS[state as State]].join(", "),
  }));
  return { items, next, jobs: [...jobs].map(([value, label]) => ({ value, label })) };
}
