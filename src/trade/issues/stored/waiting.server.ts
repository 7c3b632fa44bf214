import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { findJobs, isOpen as isOpenJob, type JobRow } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Issue, isOverdue, issueOf } from "../rules/issue.ts";
import { issues } from "../tables.server.ts";

/** An issue that somebody fixed and nobody looked at, or that is late. */
export interface WaitingIssue {
  readonly id: string;
  readonly issue: Issue;
  readonly job: JobRow;
}

/**
 * Issues of open jobs that wait for a review, by how long they do, then overdue ones, the latest last. What
 * is overdue with the person who asks is among what they must do, and left out.
 * @param isShown which of them
 */
export async function waitingIssues(
  ctx: AccountContext,
  isShown: (issue: Issue) => boolean = () => true,
): Promise<WaitingIssue[]> {
  const late = and(inArray(issues.state, ["open", "working", "refused"]), isNotNull(issues.due));
  const rows = await ctx.db
    .select({
      id: issues.id,
      jobId: issues.jobId,
      state: issues.state,
      due: issues.due,
      userId: issues.userId,
    })
    .from(issues)
    .where(and(eq(issues.accountId, ctx.account.id), or(eq(issues.state, "ready"), late)))
    .orderBy(issues.fixedAt, issues.due, issues.number);
  const [jobs, usual] = [
    await findJobs(ctx, [...new Set(rows.map(({ jobId }) => jobId))]),
    await zoneOf(ctx),
  ];
  const waiting = rows.flatMap(({ id, jobId, state, due, userId }) => {
    const job = jobs.get(jobId);
    if (!job || !(isOpenJob(job.status) || job.status === "done")) return [];
    const today = ctx.now
      .toZonedDateTimeISO(job.zone ?? usual)
      .toPlainDate()
      .toString();
    const isLate = isOverdue({ state, due }, today) && userId !== ctx.user?.id;
    return state === "ready" || isLate ? [{ id, job, isLate }] : [];
  });
  const records = new Map(
    (
      await findStoredRecords(
        ctx,
        waiting.map(({ id }) => id),
      )
    ).map(({ id, fields }) => [id, shownFields(fields)]),
  );
  return waiting
    .toSorted((one, other) => Number(one.isLate) - Number(other.isLate))
    .flatMap(({ id, job }) => {
      const values = records.get(id);
      const issue = values && values["removed"] !== true ? issueOf(values) : null;
      return issue && isShown(issue) ? [{ id, job, issue }] : [];
    });
}
