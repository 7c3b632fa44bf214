import { findJob, type JobRow } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { linkOf } from "../links.server.ts";

/** The kind of the link to a job's safety data sheets. */
export const SHEETS_LINK = "safety.sheets";
/** The last part of its page’s address. */
const SHEETS_PAGE = "sheets";
/** Longer than most jobs; a poster that is printed again gets a new code once this one has ended. */
const LIFETIME = Temporal.Duration.from({ years: 3 });

/** The address of a job's sheets for people without an account. @throws AppError not_found */
export async function linkToSheets(
  ctx: AccountContext,
  jobId: string,
): Promise<{ readonly job: JobRow; readonly address: string }> {
  const job = isId(jobId) ? await findJob(ctx, jobId) : null;
  if (!job) throw new AppError("not_found", "That job was removed.");
  const address = await linkOf(ctx, {
    ...{ record: jobId, job: jobId, kind: SHEETS_LINK, page: SHEETS_PAGE },
    ...{ title: `SDS list: ${job.name}`, lifetime: LIFETIME },
  });
  return { job, address };
}
