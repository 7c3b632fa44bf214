import { type Sort, sortQuery } from "#platform/http/list-sort.ts";

export const LEAD_SORTS = ["added", "name"] as const;
export type LeadSort = Sort<(typeof LEAD_SORTS)[number]>;
export const NEWEST_FIRST: LeadSort = { by: "added", order: "descending" };

/** A page ends at this lead. */
export interface LeadCursor {
  readonly at: Temporal.Instant;
  readonly id: string;
}

/** A cursor as addresses have it. */
export const cursorOf = ({ at, id }: LeadCursor): string => `${at.epochMilliseconds}.${id}`;

/** The query of a list of leads, without `?`; empty for all of them, newest first. */
export function leadListQuery({
  sort,
  after,
  ...narrowed
}: {
  readonly sort: LeadSort;
  readonly search: string;
  readonly status: string;
  readonly stage: string;
  readonly after: string | null;
}): string {
  const filled = Object.entries(narrowed).filter(([, value]) => value);
  return new URLSearchParams([
    ...Object.entries(sortQuery(sort, NEWEST_FIRST)),
    ...filled,
    ...(after ? [["after", after]] : []),
  ]).toString();
}
