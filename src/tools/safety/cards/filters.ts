import { readOneOf } from "#ground/sync/public.ts";
import { type CardType, TYPES } from "./card.ts";

/** As the office filters its list. */
export const STATES = ["expired", "expiring"] as const;
const LONGEST_SEARCH = 120;

export interface CardFilters {
  readonly words: string;
  readonly state: (typeof STATES)[number] | null;
  readonly type: CardType | null;
}

/** The filters of an address, without invalid ones. */
export const filtersOf = (params: URLSearchParams): CardFilters => ({
  words: (params.get("q") ?? "").trim().slice(0, LONGEST_SEARCH),
  state: readOneOf(STATES, params.get("state")),
  type: readOneOf(TYPES, params.get("type")),
});

/** "?state=expired", or "" without filters. */
export function queryOf({ words, state, type }: CardFilters): string {
  const query = new URLSearchParams(
    Object.entries({ q: words, state, type }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return query.size > 0 ? `?${query}` : "";
}
