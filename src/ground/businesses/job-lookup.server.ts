import type { AccountContext } from "#platform/db/scope.server.ts";
import { zoneOf } from "./queries.server.ts";

export interface JobSummary {
  readonly name: string;
  readonly zone: string | null;
}

type FindJob = (ctx: AccountContext, job: string) => Promise<JobSummary | null>;

let find: FindJob = () => Promise.resolve(null);

/** Registers the lookup of jobs, which live on a higher floor. Called once per process. */
export function setJobLookup(lookup: FindJob): void {
  find = lookup;
}

/** Finds a job by id; null if unknown or removed. */
export const lookUpJob: FindJob = (ctx, job) => find(ctx, job);

/**
 * The time zone of each job: its own, or the business's for one without, an unknown one, and no job.
 * @returns looks up the zone of one of these jobs
 */
export async function jobZones(
  ctx: AccountContext,
  jobs: Iterable<string | null>,
): Promise<(job: string | null) => string> {
  const usual = await zoneOf(ctx);
  const zones = new Map<string, string>();
  for (const job of new Set(jobs)) {
    const zone = job === null ? null : (await lookUpJob(ctx, job))?.zone;
    if (job !== null && zone) zones.set(job, zone);
  }
  return (job) => (job === null ? usual : (zones.get(job) ?? usual));
}

/** The zone of one job. */
export const jobZone = async (ctx: AccountContext, job: string | null): Promise<string> =>
  (await jobZones(ctx, [job]))(job);
