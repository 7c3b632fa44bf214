import { findJob, jobOf } from "#trade/jobs/public.server.ts";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Client, leadToMail } from "../paper/registry.server.ts";

/** The linked lead, or the client typed on the job; null without an email address. */
export async function clientOf(ctx: AccountContext, jobId: string): Promise<Client | null> {
  const job = await findJob(ctx, jobId);
  if (!job) return null;
  if (job.leadId) {
    const lead = await leadToMail(ctx, job.leadId);
    if (lead) return { ...lead, leadId: job.leadId };
  }
  const record = await findStoredRecord(ctx, jobId);
  const { clientName, clientEmail } = jobOf(jobId, record ? shownFields(record.fields) : {});
  return clientEmail ? { name: clientName ?? "", address: clientEmail, leadId: null } : null;
}
