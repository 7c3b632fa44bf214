import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";

/** The id of the newest version of a sequence, which may be itself. */
export async function latestOf(ctx: AccountContext, { id, versionOf }: { readonly id: string; readonly versionOf: string | null }): Promise<string> {
  const first = versionOf ?? id;
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from sequences where account_id = ${ctx.account.id} and (id = ${first} or version_of = ${first})
     order by created_at desc, id desc limit 1`);
  return rows[0]?.id ?? id;
}
