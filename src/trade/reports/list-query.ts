import { type Sort, sortQuery } from "#platform/http/list-sort.ts";

export const REPORT_SORTS = ["created", "job", "period"] as const;
export type ReportSort = Sort<(typeof REPORT_SORTS)[number]>;
export const NEWEST_FIRST: ReportSort = { by: "created", order: "descending" };

/** The query of a list of reports, without `?`. */
export const reportListQuery = ({ job, sort }: { job: string | undefined; sort: ReportSort }): string =>
  new URLSearchParams({ ...(job ? { job } : {}), ...sortQuery(sort, NEWEST_FIRST) }).toString();
