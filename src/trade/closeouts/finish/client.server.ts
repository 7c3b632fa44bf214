import { findStoredRecord, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import { addPerson, findLeadByEmail, getLead } from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";

/** The client of a job, as the job and the business’s people know them. */
export interface JobClient {
  /** Empty if nobody typed one. */
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** Null while only the job knows them. */
  readonly leadId: string | null;
}

/** Who a job was done for: the linked person, or who was typed on the job. */
export async function jobClient(ctx: AccountContext, jobId: string): Promise<JobClient> {
  const record = await findStoredRecord(ctx, jobId);
  const { leadId, clientName, clientEmail, clientPhone } = jobOf(
    jobId,
    record ? shownFields(record.fields) : {},
  );
  const typed = { name: clientName ?? "", email: clientEmail, phone: clientPhone };
  if (leadId) {
    const { name, email, phone } = await getLead(ctx, leadId);
    return { name, email, phone, leadId };
  }
  const known = clientEmail ? await findLeadByEmail(ctx, clientEmail.toLowerCase()) : undefined;
  return { ...typed, leadId: known?.id ?? null };
}

/**
 * Adds the client who was typed on a job to the business's people, as a client, and links the job to them.
 * Doing it again changes nothing.
 * @returns their id
 * @throws AppError invalid if the job doesn't say how to reach them
 */
export async function addJobClient(ctx: AccountContext, jobId: string): Promise<string> {
  const client = await jobClient(ctx, jobId);
  if (client.leadId) return client.leadId;
  if (!client.email && !client.phone)
    throw new AppError("invalid", "Add the client’s email or phone to the job first.");
  const added = await addPerson(ctx, {
    id: derivedId("closeouts.client", jobId),
    name: client.name,
    email: (client.email ?? "").toLowerCase(),
    phone: client.phone ?? "",
    way: "other",
    basis: "client",
    note: "",
    others: [],
  });
  const leadId = "leadId" in added ? added.leadId : added.twin.id;
  const record = await findStoredRecord(ctx, jobId);
  if (record) await writeAsProduct(ctx, record, { leadId });
  return leadId;
}
