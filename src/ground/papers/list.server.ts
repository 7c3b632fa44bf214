import { and, desc, eq, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Paper } from "./papers.server.ts";
import { papers } from "./tables.server.ts";

/**
 * Documents for people outside, newest first.
 * @param only.kind "estimate", as its tool names it
 * @param page.after the last of the page before
 */
export function pageOfPapers(
  ctx: AccountContext,
  only: { readonly jobId?: string | undefined; readonly kind?: string | undefined },
  page: {
    readonly after: { readonly createdAt: string; readonly id: string } | undefined;
    readonly most: number;
  },
): Promise<Paper[]> {
  const { accountId, createdAt, id } = papers;
  return ctx.db
    .select()
    .from(papers)
    .where(
      and(
        eq(accountId, ctx.account.id),
        only.jobId === undefined ? undefined : eq(papers.jobId, only.jobId),
        only.kind === undefined ? undefined : eq(papers.kind, only.kind),
        page.after &&
          sql`(${createdAt}, ${id}) < (${page.after.createdAt}::timestamptz, ${page.after.id}::uuid)`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(page.most);
}
