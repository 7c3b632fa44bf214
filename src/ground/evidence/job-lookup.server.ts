import type { AccountContext } from "#platform/db/scope.server.ts";

/** What a history says of the job that it is of. */
export interface JobSummary {
  readonly name: string;
  /** IANA zone that its times are shown in; null where it has none of its own. */
  readonly zone: string | null;
}

type FindJob = (ctx: AccountContext, job: string) => Promise<JobSummary | null>;

let find: FindJob = () => Promise.resolve(null);

/** Says who knows jobs by their ids: they stand on a higher step. Called once per process. */
export function setJobLookup(found: FindJob): void {
  find = found;
}

/** A job by its id; null where nobody knows it, or it was taken away. */
export const lookUpJob: FindJob = (ctx, job) => find(ctx, job);
