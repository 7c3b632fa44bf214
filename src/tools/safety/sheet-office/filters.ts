import type { ListFilters } from "#ground/worklist/public.tsx";
import { lastReviewDay } from "../sheets/review.ts";
import type { SheetFilters } from "../sheets/stored.server.ts";

/** What the list is narrowed to: one kind, or what is to be reviewed in the next days or since some. */
export const VIEWS = ["sds", "plan", "due"] as const;

export const filtersOf = (
  { words, type }: ListFilters<(typeof VIEWS)[number]>,
  today: string,
): SheetFilters => ({
  words,
  type: type === "due" ? null : type,
  dueBy: type === "due" ? lastReviewDay(today) : null,
});
