import { type ListFilters, readFilters } from "#ground/worklist/public.tsx";
import { type EntryType, TYPES } from "../rules.ts";

export type Filters = ListFilters<EntryType>;

/** Ignores invalid filters. */
export const filtersOf = (params: URLSearchParams): Filters => readFilters(params, TYPES);
