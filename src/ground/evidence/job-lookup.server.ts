import type { AccountContext } from "#platform/db/scope.server.ts";

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
