import { and, eq } from "drizzle-orm";
import { CLIENT, findStoredRecords, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { jobs } from "./tables.server.ts";

/**
 * Gives a client's jobs to another, on devices too.
 * @returns the ids of the jobs
 */
export async function moveClient(ctx: AccountContext, from: string, to: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: jobs.jobId })
    .from(jobs)
    .where(and(eq(jobs.accountId, ctx.account.id), eq(jobs.leadId, from)));
  const ids = rows.map(({ id }) => id);
  await rename(ctx, ids, from, to);
  return ids;
}

/** Undoes moveClient() for jobs that still have that client. */
export async function moveClientBack(
  ctx: AccountContext,
  ids: unknown,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await rename(ctx, Array.isArray(ids) ? ids.map(String) : [], from, to);
}

async function rename(ctx: AccountContext, ids: readonly string[], from: string, to: string): Promise<void> {
  if (!ids.length) return;
  for (const record of await findStoredRecords(ctx, ids))
    if (shownFields(record.fields)[CLIENT] === from) await writeAsProduct(ctx, record, { [CLIENT]: to });
}
