import { and, desc, eq, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { leadsPages, type Offer } from "../page/tables.server.ts";

/**
 * The offer that a shared guide came from; undefined when it is gone. A page's guide may have been drawn
 * again since, so the newest page with a guide of this title counts too.
 */
export async function offerOfGuide(
  ctx: AccountContext,
  { file, title }: { readonly file: string; readonly title: string },
): Promise<Offer | undefined> {
  const { offer } = leadsPages;
  const isSame = sql<boolean>`${offer} ->> 'file' = ${file}`;
  const [found] = await ctx.db
    .select({ offer })
    .from(leadsPages)
    .where(
      and(
        eq(leadsPages.accountId, ctx.account.id),
        sql`(${offer} ->> 'file' = ${file} or ${offer} ->> 'title' = ${title})`,
      ),
    )
    .orderBy(desc(isSame), desc(leadsPages.createdAt))
    .limit(1);
  return found?.offer;
}
