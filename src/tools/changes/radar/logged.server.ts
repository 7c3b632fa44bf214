import { isDeepStrictEqual } from "node:util";
import { findStoredRecord, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { type WorkTotals, workTotals } from "#trade/fieldwork/public.ts";
import { extraWorkOf, logsExtraWork } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Terms, termsId, termsOf } from "../rules/terms.ts";
import { workCents } from "../rules/totals.ts";
import { changesOfJob, isChange } from "../stored/changes.server.ts";
import { changes } from "../tables.server.ts";

/** What the work on a change is worth, for its row. */
export const loggedOf = (logged: WorkTotals | null, terms: Terms) => ({
  logged,
  loggedCents: workCents(logged?.hours ?? 0, terms),
});

/** Saves with each change of a job what was logged on it; in the transaction of the entry. */
export async function saveLogged(ctx: AccountContext, { job, ...record }: StoredRecord): Promise<void> {
  if (job === null || !logsExtraWork(record)) return;
  await saveLoggedOf(ctx, job);
}

/** Saves with each change of a job what was logged on it. */
export async function saveLoggedOf(ctx: AccountContext, job: string): Promise<void> {
  const work = await extraWorkOf(ctx, job);
  const stored = await findStoredRecord(ctx, termsId(job));
  const terms = termsOf(stored ? shownFields(stored.fields) : {});
  for (const { id, logged: was } of await changesOfJob(ctx, job)) {
    const own = work.get(id);
    const logged = own ? workTotals(own) : null;
    if (!isDeepStrictEqual(logged, was))
      await ctx.db.update(changes).set(loggedOf(logged, terms)).where(isChange(ctx, id));
  }
}
