import type { AccountContext } from "#platform/db/scope.server.ts";

export interface JobChoice {
  readonly id: string;
  readonly name: string;
}

type ListJobs = (ctx: AccountContext) => Promise<readonly JobChoice[]>;

let listJobs: ListJobs = async () => [];

/** Registers how to list an account's jobs. This room may not import jobs, so jobs calls it at startup. */
export function setInviteJobs(jobs: ListJobs): void {
  listJobs = jobs;
}

/** The jobs a guest can be invited to; none until setInviteJobs() was called. */
export const listInviteJobs: ListJobs = (ctx) => listJobs(ctx);
