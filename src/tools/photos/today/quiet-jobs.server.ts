import { jobsWithPhotosSince, lastPhotoDays, listItems } from "#ground/worklist/public.server.ts";
import { type JobRow, listJobs } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { PHOTO } from "../rules/photo.ts";

/** A job in work gets photos at least this often. */
const QUIET_DAYS = 7;
const MOST_JOBS = 300;

const ALL = { job: null, from: null, to: null, type: null };

/** Whether the business takes photos with ProofPix at all. */
const takesPhotos = async (ctx: AccountContext): Promise<boolean> =>
  (await listItems(ctx, PHOTO, ALL, null, 1)).length > 0;

/**
 * Active jobs of which no tool got a photo for a week, and how many there are; none for a business without
 * photos.
 * @param most how many to name, last changed first
 */
export async function quietJobs(
  ctx: AccountContext,
  today: Temporal.PlainDate,
  most: number,
): Promise<{ readonly count: number; readonly jobs: readonly { job: JobRow; lastDay: string | null }[] }> {
  if (!(await takesPhotos(ctx))) return { count: 0, jobs: [] };
  const since = today.subtract({ days: QUIET_DAYS - 1 }).toString();
  // A job that began this week has some time.
  const active = (await listJobs(ctx, "", MOST_JOBS)).filter(
    ({ status, startsOn }) => status === "active" && (startsOn ?? "") < since,
  );
  const ids = active.map(({ jobId }) => jobId);
  const photographed = await jobsWithPhotosSince(ctx, ids, since);
  const quiet = active.filter(({ jobId }) => !photographed.has(jobId));
  const named = quiet.slice(0, most);
  const days = await lastPhotoDays(
    ctx,
    named.map(({ jobId }) => jobId),
  );
  return {
    count: quiet.length,
    jobs: named.map((job) => ({ job, lastDay: days.get(job.jobId) ?? null })),
  };
}
