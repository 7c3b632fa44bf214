import type { ListFilters } from "#ground/worklist/public.tsx";
import type { SheetFilters } from "../sheets/stored.server.ts";

/** What the list is narrowed to: one kind, or what is to be looked through again. */
export const VIEWS = ["sds", "plan", "due"] as const;

export const filtersOf = (
  { words, type }: ListFilters<(typeof VIEWS)[number]>,
  today: string,
): SheetFilters => ({
  words,
  type: type === "due" ? null : type,
  dueBy: type === "due" ? today : null,
});
