import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { isOverdue } from "../rules/issue.ts";
import { issues } from "../tables.server.ts";

/** Ids of the overdue issues of all jobs by their jobs' calendars, those that were due first at the front. */
export async function overdueIssues(ctx: AccountContext): Promise<string[]> {
  const { id, jobId, state, due } = issues;
  const rows = await ctx.db
    .select({ id, jobId, state, due })
    .from(issues)
    .where(
      and(
        eq(issues.accountId, ctx.account.id),
        inArray(state, ["open", "working", "refused"]),
        isNotNull(due),
      ),
    )
    .orderBy(asc(due), asc(id));
  const [jobs, usual] = [await jobsById(ctx), await zoneOf(ctx)];
  return rows.flatMap((row) => {
    const today = ctx.now
      .toZonedDateTimeISO(jobs.get(row.jobId)?.zone ?? usual)
      .toPlainDate()
      .toString();
    return isOverdue(row, today) ? [row.id] : [];
  });
}
