import { sql } from "drizzle-orm";
import { listPeople } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
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

interface Author {
  readonly id: string;
  readonly name: string;
}

/** Authors who no longer belong to the business. */
export async function formerAuthors(ctx: AccountContext): Promise<Author[]> {
  const current = new Set((await listPeople(ctx)).map(({ userId }) => userId));
  const former = (await authorsOf(ctx)).filter((id) => !current.has(id));
  return [...(await namesOf(ctx.db, former))].map(([id, name]) => ({ id, name }));
}
