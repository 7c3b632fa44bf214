import { sql } from "drizzle-orm";
import type { Context } from "../db/scope.server.ts";
import type { TextState } from "./text.ts";

/** Counts texts across accounts, as `mail_health` counts mail: never recipients or content. */
export const textHealthFunction = `
create or replace function sms_health(since timestamptz) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  with recent as materialized (
    select state, via, reason, next_attempt_at from sms_messages where created_at >= since or state in ('queued', 'claimed', 'committing'))
  select jsonb_build_object(
    'states', (select coalesce(jsonb_agg(jsonb_build_object('state', state, 'count', n)), '[]')
                 from (select state, count(*)::int n from recent where not (state = 'sent' and via = 'outbox') group by state) s),
    'byHand', (select count(*)::int from recent where state = 'sent' and via = 'outbox'),
    'oldest', (select min(next_attempt_at) from recent where state = 'queued'),
    'failures', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', n)), '[]')
                   from (select coalesce(reason, 'unknown') reason, count(*)::int n from recent where state = 'failed' group by 1) f))
$$`;

export interface TextHealth {
  /** Texts of recent days by state, except those to be sent by hand. */
  readonly states: readonly { readonly state: TextState; readonly count: number }[];
  /** Texts that no account can send: they wait for their owners' own phones. */
  readonly byHand: number;
  /** When the longest queued text was or is due. */
  readonly oldest: Temporal.Instant | null;
  readonly failures: readonly { readonly reason: string; readonly count: number }[];
}

/** Text statistics of the last `days` days, across accounts. */
export async function textHealth(ctx: Context, days: number): Promise<TextHealth> {
  const { rows } = await ctx.db.execute<{ health: Omit<TextHealth, "oldest"> & { oldest: string | null } }>(
    sql`select sms_health(${ctx.now.subtract({ hours: days * 24 }).toString()}) as health`,
  );
  const { health } = rows[0]!;
  return { ...health, oldest: health.oldest === null ? null : Temporal.Instant.from(health.oldest) };
}
