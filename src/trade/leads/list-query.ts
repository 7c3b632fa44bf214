/** How the list is ordered: newest or oldest first, or by name from A or from Z. */
export type LeadSort = "newest" | "oldest" | "name" | "name-from-z";

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
    ...(sort === "newest" ? [] : [["sort", sort]]),
    ...filled,
    ...(after ? [["after", after]] : []),
  ]).toString();
}
