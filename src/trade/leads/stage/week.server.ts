import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { stageExpression, stageSinceExpression } from "./stage-expression.server.ts";

/** How recent a reply must be to suggest a call. */
const REPLIED_WITHIN = Temporal.Duration.from({ hours: 14 * 24 });
/** How old a quote must be before we suggest asking about it, and the age at which we stop. */
const QUOTED_SINCE = Temporal.Duration.from({ hours: 5 * 24 });
const QUOTED_WITHIN = Temporal.Duration.from({ hours: 45 * 24 });
const MOST_PEOPLE = 20;

/**
 * How many people came, replied and were won in a period, and the value of the won work in cents. Unconfirmed
 * people don't count yet.
 */
export async function weekFigures(
  ctx: AccountContext,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<{ came: number; answered: number; won: number; cents: number }> {
  const account = ctx.account.id;
  const within = (column: string) =>
    sql`${sql.identifier(column)} >= ${from.toString()}::timestamptz and ${sql.identifier(column)} < ${to.toString()}::timestamptz`;
  const { rows } = await ctx.db.execute<{ came: number; answered: number; won: number; cents: string }>(sql`
    select (select count(*)::int from leads where account_id = ${account} and unconfirmed_since is null and ${within("created_at")}) as came,
           (select count(distinct lead_id)::int from leads_replies where account_id = ${account} and ${within("at")}) as answered,
           won.people as won, won.cents
      from (select count(*)::int as people, coalesce(sum(value_cents), 0)::text as cents from leads
             where account_id = ${account} and outcome = 'won' and ${within("outcome_at")}) as won`);
  const { cents, ...figures } = rows[0]!;
  return { ...figures, cents: Number(cents) };
}

export interface PersonToCall {
  readonly leadId: string;
  readonly name: string;
  readonly phone: string | null;
  readonly value: number | null;
  readonly why: "answered" | "quoted";
  readonly at: Temporal.Instant;
}

/**
 * People to call: they replied lately, or have had a quote or appointment for a while. Excludes outcomes,
 * opt-outs and snoozed leads.
 */
export async function peopleToCall(ctx: AccountContext): Promise<PersonToCall[]> {
  const account = ctx.account.id;
  const before = (ago: Temporal.Duration) => ctx.now.subtract(ago).toString();
  const { rows } = await ctx.db.execute<
    Record<string, unknown> & Omit<PersonToCall, "value" | "at"> & { value: string | null; at: string }
  >(sql`
    (select id as "leadId", name, phone, value_cents::text as value, 'answered' as why, reply.at::text as at
       from (select lead_id, max(at) as at from leads_replies
              where account_id = ${account} and at >= ${before(REPLIED_WITHIN)}::timestamptz group by lead_id) as reply
       join leads on leads.account_id = ${account} and leads.id = reply.lead_id
      where unsubscribed_at is null and coalesce(later_until, '-infinity') <= ${ctx.now.toString()}::timestamptz
        and ${stageExpression} = 'talking'
      order by value_cents desc nulls last, reply.at desc limit ${MOST_PEOPLE})
    union all
    (select id, name, phone, value_cents::text, 'quoted', ${stageSinceExpression}::text from leads
      where account_id = ${account} and unsubscribed_at is null and coalesce(later_until, '-infinity') <= ${ctx.now.toString()}::timestamptz
        and ${stageExpression} = 'quoted'
        and ${stageSinceExpression} between ${before(QUOTED_WITHIN)}::timestamptz and ${before(QUOTED_SINCE)}::timestamptz
      order by value_cents desc nulls last, ${stageSinceExpression} desc limit ${MOST_PEOPLE})`);
  return rows.map(({ value, at, leadId, name, phone, why }) => ({
    leadId,
    name,
    phone,
    why,
    value: value === null ? null : Number(value),
    at: Temporal.Instant.from(at.replace(" ", "T")),
  }));
}
