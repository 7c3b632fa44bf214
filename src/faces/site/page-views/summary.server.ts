import { sql } from "drizzle-orm";
import type { Context } from "#platform/db/scope.server.ts";

export interface Counted {
  readonly label: string;
  readonly count: number;
}

export interface ViewSummary {
  readonly total: number;
  /** By day (UTC); days without a view are left out. */
  readonly days: ReadonlyMap<string, number>;
  readonly pages: readonly Counted[];
  /** The sites that referred most visitors, by host. */
  readonly referrers: readonly Counted[];
}

/**
 * Summarizes views since a moment, in one pass over the rows. Excludes the operator console.
 * @param ownHost not counted as a referring site
 */
export async function summariseViews(
  ctx: Context,
  since: Temporal.Instant,
  { ownHost, most }: { ownHost: string; most: number },
): Promise<ViewSummary> {
  const { rows } = await ctx.db.execute<{ kind: string; label: string; count: number }>(sql`
    with counted as materialized (
      select grouping(day, path, host) as left_out, day, path, host, count(*)::int as count
        from (select (at at time zone 'UTC')::date as day, path, split_part(referrer, '/', 3) as host
                from site_page_views
               where at >= ${since.toString()} and path <> '/operator' and path not like '/operator/%') views
       group by grouping sets ((day), (path), (host)))
    (select 'day' as kind, day::text as label, count from counted where left_out = 3)
    union all (select 'page', path, count from counted where left_out = 5 order by count desc, path limit ${most})
    union all (select 'host', host, count from counted where left_out = 6 and host not in ('', ${ownHost})
                order by count desc, host limit ${most})`);
  const of = (kind: string) =>
    rows.filter((row) => row.kind === kind).map(({ label, count }) => ({ label, count }));
  const days = new Map(of("day").map(({ label, count }) => [label, count]));
  return {
    total: [...days.values()].reduce((sum, one) => sum + one, 0),
    days,
    pages: of("page"),
    referrers: of("host"),
  };
}
