import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { logsEntries } from "./tables.server.ts";

/**
 * Ids of everyone who ever wrote in the account's logs. One index lookup per author, however many entries
 * there are.
 */
export async function authorsOf({ db, account }: AccountContext): Promise<string[]> {
  const next = (
    after: ReturnType<typeof sql>,
  ) => sql`select author from ${logsEntries} where account_id = ${account.id} and ${after}
    order by author limit 1`;
  const { rows } = await db.execute<{ author: string }>(sql`
    with recursive writers as (
      (${next(sql`author is not null`)})
      union all
      select (select n.author from ${logsEntries} n where n.account_id = ${account.id} and n.author > w.author order by n.author limit 1)
      from writers w where w.author is not null)
    select author from writers where author is not null`);
  return rows.map(({ author }) => author);
}
