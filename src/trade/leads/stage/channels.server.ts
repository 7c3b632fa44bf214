import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { channelExpression } from "./channel-expression.server.ts";

/** Where people first came from, in a few words, by lead; without those of whom it isn't known. */
export async function channelsOf(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await ctx.db.execute<{ lead_id: string; channel: string }>(sql`
    select distinct on (t.lead_id) t.lead_id, ${channelExpression} as channel from leads_touches t
     where t.account_id = ${ctx.account.id} and t.lead_id = any(${sql.param([...leadIds])}::uuid[])
     order by t.lead_id, t.at`);
  return new Map(rows.filter(({ channel }) => channel).map((row) => [row.lead_id, row.channel]));
}
