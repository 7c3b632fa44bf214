import { actingRole, toolsOf } from "#ground/businesses/public.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

const MOST_READ = 50;
const MOST_SHOWN = 6;

/** A job in work, for people who work on it. */
export interface JobOnSite {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  /** What people open on it each day; null where the business has no tool for that. */
  readonly daily: { readonly label: string; readonly path: string } | null;
}

/**
 * Active jobs, last changed first, for members: what they do is on jobs, so those come before leads and
 * follow-up. None for owners and managers, whose day begins with people.
 */
export async function jobsOnSite(ctx: AccountContext): Promise<JobOnSite[]> {
  if (actingRole(ctx) !== "member") return [];
  const tool = (await toolsOf(ctx)).find(({ daily }) => daily !== undefined);
  const jobs = await listJobs(ctx, "", MOST_READ);
  return jobs
    .filter(({ status }) => status === "active")
    .slice(0, MOST_SHOWN)
    .map(({ jobId, name, address }) => ({
      ...{ id: jobId, name, address },
      daily: tool?.daily ? { label: tool.daily, path: `/account/job/${jobId}/${tool.word}` } : null,
    }));
}
