import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";

/** Leads who began it, how many were won after that, and their value in cents. */
export interface SequenceResults {
  readonly id: string;
  readonly name: string;
  readonly people: number;
  readonly won: number;
  readonly cents: number;
}

/** The results of each sequence that anyone began since a given time, most leads first. */
export async function resultsBySequence(
  ctx: AccountContext,
  since: Temporal.Instant,
): Promise<SequenceResults[]> {
  const account = ctx.account.id;
  const { rows } = await ctx.db.execute<
    Record<string, unknown> & Omit<SequenceResults, "cents"> & { cents: string }
  >(sql`
    with inside as (
      select sequence_id, lead_id, min(started_at) as started from sequences_enrolments
       where account_id = ${account} and started_at >= ${since.toString()}::timestamptz group by sequence_id, lead_id),
    brought as (
      select i.sequence_id, count(*)::int as people, count(*) filter (where l.outcome = 'won' and l.outcome_at >= i.started)::int as won,
             coalesce(sum(l.value_cents) filter (where l.outcome = 'won' and l.outcome_at >= i.started), 0)::text as cents
        from inside i join leads l on l.account_id = ${account} and l.id = i.lead_id group by i.sequence_id)
    select q.id, q.name, b.people, b.won, b.cents
      from brought b join sequences q on q.account_id = ${account} and q.id = b.sequence_id order by b.people desc, b.won desc, q.name, q.id`);
  return rows.map(({ id, name, people, won, cents }) => ({ id, name, people, won, cents: Number(cents) }));
}
