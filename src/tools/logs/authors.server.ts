import { sql } from "drizzle-orm";
import { listPeople } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { logsEntries } from "./tables.server.ts";

/**
 * Everybody who wrote in a log of the account, also who is long gone. One look into the index for each,
 * however much they wrote.
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

/** Somebody, by what they are called. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Whoever wrote in a log and belongs to the business no more: what they wrote bears their name all the same.
 */
export async function formerAuthors(ctx: AccountContext): Promise<Named[]> {
  const here = new Set((await listPeople(ctx)).map(({ userId }) => userId));
  const gone = (await authorsOf(ctx)).filter((id) => !here.has(id));
  return [...(await namesOf(ctx.db, gone))].map(([id, name]) => ({ id, name }));
}
