import { findStoredRecord, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { totalsOf } from "../rules/totals.ts";
import { findSent } from "../stored/estimates.server.ts";

/** Gives the job the approved sum, unless it has one already, and makes a quoted one real. */
export async function startJob(ctx: AccountContext, id: string): Promise<void> {
  const sent = await findSent(ctx, id);
  const record = sent ? await findStoredRecord(ctx, sent.row.jobId) : null;
  if (!sent || !record) return;
  const { contractCents, status } = jobOf(record.id, shownFields(record.fields));
  const sets = {
    ...(contractCents === null
      ? { contractCents: totalsOf(sent.version.content, sent.row.choice).total }
      : {}),
    ...(status === "quoted" ? { status: "planned" } : {}),
  };
  if (Object.keys(sets).length > 0) await writeAsProduct(ctx, record, sets);
}
