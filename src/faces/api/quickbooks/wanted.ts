import { readFilters } from "#ground/worklist/public.tsx";

/** Which invoices: of days of approval, both included, or all of a job. */
export type Wanted = { readonly from: string; readonly to: string } | { readonly job: string };

/**
 * What an address asks for: `job`, or `from` and `to`; by default this month so far.
 * @param today "2026-11-30", where the business is
 */
export function readWanted(url: string, today: string): Wanted {
  const { job, from, to } = readFilters(new URL(url).searchParams, []);
  return job ? { job } : { from: from ?? `${today.slice(0, 7)}-01`, to: to ?? today };
}
