import { fullNamesOf } from "#ground/identity/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import type { ItemRow } from "#ground/worklist/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { chemicalOf } from "./chemical.ts";

/** Lines of the ledger as the office lists them. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]) {
  const ids = items.map(({ id }) => id);
  const records = new Map((await findStoredRecords(ctx, ids)).map((record) => [record.id, record]));
  const jobs = await jobsById(ctx);
  const people = await fullNamesOf(ctx.db, [...new Set(items.flatMap(({ person }) => person ?? []))]);
  return items.map(({ id, jobId, person }) => ({
    ...{ id, ...chemicalOf(shownFields(records.get(id)?.fields ?? {})) },
    job: jobs.get(jobId)?.name ?? "",
    by: (person && people.get(person)) ?? "",
  }));
}
