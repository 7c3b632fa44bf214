import { findItems } from "#ground/worklist/public.server.ts";
import { findJobs } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Found } from "./found.ts";

/** At most `most` records of the tools, such as photos by their tags; those of removed jobs are left out. */
export async function findRecords(ctx: AccountContext, words: string, most: number): Promise<Found[]> {
  const items = await findItems(ctx, words, most);
  const jobs = await findJobs(
    ctx,
    items.map(({ jobId }) => jobId),
  );
  return items.flatMap(({ label, number, title, jobId, path }) => {
    const job = jobs.get(jobId);
    return job
      ? [{ kind: label, name: [number, title].filter(Boolean).join(" · "), to: path, about: job.name }]
      : [];
  });
}
