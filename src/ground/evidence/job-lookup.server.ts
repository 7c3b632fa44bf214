import type { AccountContext } from "#platform/db/scope.server.ts";

/** A job as its history describes it. */
export interface JobSummary {
  readonly name: string;
  /** IANA time zone for its times; null if the job has none. */
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
