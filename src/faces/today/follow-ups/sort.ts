import type { Sort } from "#platform/http/list-sort.ts";

export const FOLLOW_UP_SORTS = ["published", "name", "people", "next", "last"] as const;
export type FollowUpSort = Sort<(typeof FOLLOW_UP_SORTS)[number]>;
export const NEWEST: FollowUpSort = { by: "published", order: "descending" };
