import { zoneOf } from "#ground/businesses/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import type { ItemRow, Search } from "#ground/worklist/public.server.ts";
import {
  ISSUE,
  issueOf,
  isOverdue,
  PRIORITY_LABELS,
  SAFETY_TAG,
  STATE_LABELS,
} from "#trade/issues/public.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { actionPath } from "../paths.ts";

/** Safety actions, wherever they were found. */
export const SEARCH: Search = { kind: ISSUE, tag: SAFETY_TAG };

/** Actions as the office lists them; overdue by the job's calendar. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]) {
  const stored = await findStoredRecords(
    ctx,
    items.map(({ id }) => id),
  );
  const records = new Map(stored.map((record) => [record.id, record]));
  const [jobs, usual] = [await jobsById(ctx), await zoneOf(ctx)];
  return items.map(({ id, jobId, date }) => {
    const issue = issueOf(shownFields(records.get(id)?.fields ?? {}));
    const job = jobs.get(jobId);
    const today = ctx.now
      .toZonedDateTimeISO(job?.zone ?? usual)
      .toPlainDate()
      .toString();
    return {
      ...{ id, date, number: issue.number ?? "", title: issue.title, where: issue.where ?? "" },
      ...{ job: job?.name ?? "", href: actionPath(jobId, id), due: issue.due },
      assignee: issue.assignee?.name ?? "",
      priority: PRIORITY_LABELS[issue.priority],
      state: STATE_LABELS[issue.state],
      isLate: isOverdue(issue, today),
    };
  });
}
