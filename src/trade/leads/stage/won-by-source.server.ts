import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { channelExpression } from "./channel-expression.server.ts";

/** How many people came, how many were won, and their value in cents. */
export interface WonTotals {
  readonly people: number;
  readonly won: number;
  readonly cents: number;
}

interface Row extends Record<string, unknown> {
  readonly kind: "all" | "source" | "page";
  readonly page_id: string | null;
  readonly channel: string | null;
  readonly people: number;
  readonly won: number;
  readonly cents: string;
}

export interface WonBySource {
  readonly all: WonTotals;
  /** Most people first. An empty source means unknown. */
  readonly sources: readonly (WonTotals & { readonly source: string })[];
  /** `pageId` is null for people from a list or the API. */
  readonly pages: readonly (WonTotals & { readonly pageId: string | null })[];
}

/**
 * Totals per source and page of people who came after a moment: how many were won by now, and their value.
 * Each person counts once, by their first touch, which may precede the lead by up to a day in the queue. One
 * statement, reading first touches in index order.
 */
export async function wonBySource(ctx: AccountContext, since: Temporal.Instant): Promise<WonBySource> {
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<Row>(sql`
    with came as (
      select id, outcome, case when outcome = 'won' then value_cents end as cents from leads
       where account_id = ${account} and created_at >= ${since.toString()}::timestamptz),
    first as (
      select distinct on (t.lead_id) t.lead_id, t.page_id, ${channelExpression} as channel
        from leads_touches t where t.account_id = ${account} and t.at >= ${since.subtract({ hours: 24 }).toString()}::timestamptz
       order by t.lead_id, t.at),
    one as (
      select came.outcome, came.cents, first.page_id, coalesce(first.channel, '') as channel
        from came left join first on first.lead_id = came.id)
    select case grouping(page_id, channel) when 3 then 'all' when 1 then 'page' else 'source' end as kind, page_id, channel,
           count(*)::int as people, count(*) filter (where outcome = 'won')::int as won, coalesce(sum(cents), 0)::text as cents
      from one group by grouping sets ((), (page_id), (channel))
     order by people desc, won desc, channel, page_id`);
  const figures = ({ people, won, cents }: Row): WonTotals => ({ people, won, cents: Number(cents) });
  const rowsOf = (kind: Row["kind"]) => rows.filter((row) => row.kind === kind);
  const [all] = rowsOf("all");
  return {
    all: all ? figures(all) : { people: 0, won: 0, cents: 0 },
    sources: rowsOf("source").map((row) => ({ source: row.channel ?? "", ...figures(row) })),
    pages: rowsOf("page").map((row) => ({ pageId: row.page_id, ...figures(row) })),
  };
}
