import { sql } from "drizzle-orm";
import type { Context } from "../db/scope.server.ts";
import type { MailState } from "./message.ts";

/**
 * Counts mail across accounts: recent messages and unsent ones. Runs as the owner, so it may read across
 * accounts; it returns counts, times and account ids, never recipients or content. The installation's own
 * mail (the nil account) is counted separately.
 */
export const mailHealthFunction = `
create or replace function mail_health(since timestamptz, hours_since timestamptz) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  with recent as materialized (
    select account_id, account_id = '00000000-0000-0000-0000-000000000000' as own, state, via, reason, created_at, sent_at, next_attempt_at, attempts
      from mail_messages where created_at >= since or state in ('queued', 'claimed', 'committing'))
  select jsonb_build_object(
    'states', (select coalesce(jsonb_agg(jsonb_build_object('own', own, 'state', state, 'count', n)), '[]')
                 from (select own, state, count(*)::int n from recent group by own, state) s),
    'oldest', (select min(next_attempt_at) from recent where state = 'queued'),
    'retried', (select count(*)::int from recent where state = 'queued' and attempts > 0),
    'vias', (select coalesce(jsonb_agg(distinct via), '[]') from recent where via is not null),
    'hours', (select coalesce(jsonb_agg(jsonb_build_object('hour', hour, 'count', n)), '[]')
                from (select date_trunc('hour', sent_at at time zone 'UTC')::text as hour, count(*)::int n
                        from recent where state = 'sent' and sent_at >= hours_since group by 1) h),
    'failures', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', n)), '[]')
                   from (select coalesce(reason, 'unknown') reason, count(*)::int n from recent where state = 'failed' group by 1) f),
    'bounces', (select coalesce(jsonb_agg(jsonb_build_object('account', account_id, 'count', n) order by n desc), '[]')
                  from (select account_id, count(*)::int n from recent
                         where state = 'failed' and reason = 'bad_address' and not own
                         group by account_id order by n desc, account_id limit 10) b))
$$`;

export interface MailHealth {
  /** Messages of recent days by state; `own` are the installation's, such as sign-in mail. */
  readonly states: readonly { readonly own: boolean; readonly state: MailState; readonly count: number }[];
  /** When the longest queued message was or is due. */
  readonly oldest: Temporal.Instant | null;
  /** Queued messages that were tried before. */
  readonly retried: number;
  readonly vias: readonly string[];
  /** Messages sent by hour, `YYYY-MM-DD HH:00:00` in UTC; hours without one are left out. */
  readonly hours: readonly { readonly hour: string; readonly count: number }[];
  readonly failures: readonly { readonly reason: string; readonly count: number }[];
  /** The accounts with most addresses that do not exist, ten at most. */
  readonly bounces: readonly { readonly account: string; readonly count: number }[];
}

/** Mail statistics of the last `days` days, across accounts. */
export async function mailHealth(ctx: Context, days: number): Promise<MailHealth> {
  const since = ctx.now.subtract({ hours: days * 24 });
  const hours = ctx.now.subtract({ hours: 23 }).round({ smallestUnit: "hour", roundingMode: "floor" });
  const { rows } = await ctx.db.execute<{ health: Omit<MailHealth, "oldest"> & { oldest: string | null } }>(
    sql`select mail_health(${since.toString()}, ${hours.toString()}) as health`,
  );
  const { health } = rows[0]!;
  return { ...health, oldest: health.oldest === null ? null : Temporal.Instant.from(health.oldest) };
}
