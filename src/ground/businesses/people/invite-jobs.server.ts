import type { AccountContext } from "#platform/db/scope.server.ts";

/** A job that a guest can be invited to. */
export interface JobChoice {
  readonly id: string;
  readonly name: string;
}

type ListJobs = (ctx: AccountContext) => Promise<readonly JobChoice[]>;

let list: ListJobs = async () => [];

/**
 * Says where the jobs of an account are found. Jobs stand above this feature, so they hand their list down
 * when they start.
 */
export function setInviteJobs(jobs: ListJobs): void {
  list = jobs;
}

/** The jobs that a guest can be invited to: none where nothing has handed a list down. */
export const listInviteJobs: ListJobs = (ctx) => list(ctx);
