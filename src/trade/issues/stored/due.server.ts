import { getBusiness } from "#ground/businesses/public.server.ts";
import { defineDueKind, type DueItem, type DueText } from "#ground/due/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { findJobs } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { isOpen, issueOf, titleOf } from "../rules/issue.ts";
import { issuePath } from "../paths.ts";
import { DUE } from "./save.server.ts";

/** Called once per process, with the kinds of records. Items are saved by commands, so there is no clock. */
export function defineIssuesDue(): void {
  defineDueKind({ kind: DUE, describe });
}

async function describe(ctx: AccountContext, items: readonly DueItem[]): Promise<(DueText | null)[]> {
  const records = new Map(
    (await findStoredRecords(ctx, [...new Set(items.map(({ record }) => record))])).map((one) => [
      one.id,
      one,
    ]),
  );
  const jobs = await findJobs(ctx, [...new Set(items.map(({ jobId }) => jobId))]);
  const business = (await getBusiness(ctx)).name ?? "Your business";
  return items.map(({ record, jobId }) => {
    const [stored, job] = [records.get(record), jobs.get(jobId)];
    if (!stored || !job) return null;
    const issue = issueOf(shownFields(stored.fields));
    if (!isOpen(issue) || issue.state === "ready") return null;
    const what = titleOf(issue);
    return {
      title: what,
      job: job.name,
      path: issuePath(jobId, record),
      action: "Open it",
      mail: {
        subject: `Due: ${what}`,
        paragraphs: [
          `“${issue.title}”${issue.where ? ` (${issue.where})` : ""} at ${job.name} is assigned to you, and it’s due.`,
        ],
        reason: `${business} assigned it to you in Plumbline.`,
        closing: ["You get one email about an issue, on the day it’s due."],
      },
    };
  });
}
