import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type OutsideName, outsideName } from "../rules/outside-name.ts";
import type { Found } from "./estimates.server.ts";

/** The name of an estimate for people outside the business. */
export async function outsideNameOf(
  ctx: AccountContext,
  { estimate, job }: Pick<Found, "estimate" | "job">,
): Promise<OutsideName> {
  const record = await findStoredRecord(ctx, job.jobId);
  const typed = record ? jobOf(record.id, shownFields(record.fields)).clientName : null;
  const client = typed ?? (await clientOf(ctx, job.jobId))?.name ?? "";
  return outsideName({ title: estimate.title, jobName: job.name, client, address: job.address });
}
