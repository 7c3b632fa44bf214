import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { channelExpression } from "./channel-expression.server.ts";
import { stageExpression, stageSinceExpression } from "./stage-expression.server.ts";
import { type Stage, STAGES } from "./stages.ts";

export interface PersonInStage {
  readonly id: string;
  readonly name: string;
  readonly since: Temporal.Instant;
  /** In cents of the business's currency. */
  readonly value: number | null;
  /** Of their first visit, such as "Google ad"; empty if unknown. */
  readonly source: string;
}

/** A stage with its totals and the people who entered it last. */
export interface StageOfWork {
  readonly stage: Stage;
  readonly people: number;
  /** Their total value in cents, and for how many of them a value is known. */
  readonly cents: number;
  readonly valued: number;
  readonly first: readonly PersonInStage[];
}

interface Row extends Record<string, unknown> {
  readonly which: Stage;
  readonly people: number;
  readonly cents: string;
  readonly valued: number;
  readonly first: readonly {
    id: string;
    name: string;
    since: string;
    value: number | null;
    source: string;
  }[];
}

/**
 * All stages with totals and newest people, in one statement. The newest come from the stage index, so
 * nothing is sorted (bench/pipeline.ts).
 */
export async function leadsByStage(ctx: AccountContext, atMost: number): Promise<StageOfWork[]> {
  const account = ctx.account.id;
  const newest = STAGES.map(
    (stage) => sql`select ${stage}::text as which, coalesce(jsonb_agg(to_jsonb(one)), '[]') as first
      from (select id, name, ${stageSinceExpression} as since, value_cents as value,
                   coalesce((select ${channelExpression} from leads_touches t
                              where t.account_id = ${account} and t.lead_id = leads.id order by t.at limit 1), '') as source
              from leads
             where account_id = ${account} and ${stageExpression} = ${stage}::text
             order by ${stageSinceExpression} desc limit ${atMost}) as one`,
  );
  const { rows } = await ctx.db.execute<Row>(sql`
    with counted as (
      select ${stageExpression} as which, count(*)::int as people, coalesce(sum(value_cents), 0)::text as cents, count(value_cents)::int as valued
        from leads where account_id = ${account} group by 1)
    select n.which, coalesce(c.people, 0) as people, coalesce(c.cents, '0') as cents, coalesce(c.valued, 0) as valued, n.first
      from (${sql.join(newest, sql` union all `)}) as n left join counted c on c.which = n.which`);
  return STAGES.map((stage) => {
    const { people, cents, valued, first } = rows.find(({ which }) => which === stage)!;
    return {
      stage,
      people,
      cents: Number(cents),
      valued,
      first: first.map(({ since, ...person }) => ({
        ...person,
        since: Temporal.Instant.from(since.replace(" ", "T")),
      })),
    };
  });
}
