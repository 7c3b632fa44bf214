import { and, desc, eq, type SQL } from "drizzle-orm";
import type { Values } from "#ground/sync/public.ts";
import { findStoredRecord, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { jobsOfLead, zoneOfJob } from "#trade/jobs/public.server.ts";
import { getLead, leadHistory } from "#trade/leads/public.server.ts";
import { lastVisitOf } from "#trade/visits/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { todayAt } from "#platform/time/day.ts";
import { newValues } from "./new-values.ts";
import { ESTIMATE, LONGEST } from "../rules/estimate.ts";

import { estimates } from "../tables.server.ts";

/**
 * Starts an estimate for a lead, on a new job that is only *quoted*: lists of work show it once it is won.
 * Pressing twice leads to the same one.
 * @returns the address of the screen that writes it
 * @throws AppError not_found for an unknown lead
 */
export async function startForLead(ctx: AccountContext, leadId: string): Promise<string> {
  // Locked, so that a second press waits, and then finds the job that the first one made.
  const lead = await getLead(ctx, leadId, { lock: true });
  const known = (await jobsOfLead(ctx, lead.id)).find(({ status }) => status === "quoted");
  if (known) return addressOf(ctx, known.jobId);
  const { touches } = await leadHistory(ctx, lead.id);
  const answer = (name: "address" | "need") =>
    touches.findLast(({ answers }) => answers?.[name])?.answers?.[name] ?? "";
  const job = newId();
  const visit = await lastVisitOf(ctx, lead.id);
  const typed = visit?.address?.trim() || answer("address").trim();
  const address = typed.replaceAll(/\s*\n\s*/g, ", ").slice(0, 300);
  await writeAsProduct(
    ctx,
    { kind: "jobs.job", id: job, job },
    {
      name: lead.name.slice(0, LONGEST.title),
      status: "quoted",
      leadId: lead.id,
      clientName: lead.name.slice(0, LONGEST.title),
      clientEmail: lead.email,
      ...(lead.phone ? { clientPhone: lead.phone } : {}),
      ...(address ? { address } : {}),
    },
  );
  const [need = ""] = (answer("need").trim() || visit?.note?.trim() || "").split("\n");
  await startOnJob(ctx, { id: newId(), job, title: need || lead.name, zone: await zoneOfJob(ctx, null) });
  return addressOf(ctx, job);
}

/** Starts an estimate as the device's *New estimate* does. @param zone of the job */
export async function startOnJob(
  ctx: AccountContext,
  { id, job, title, zone }: Readonly<Record<"id" | "job" | "title" | "zone", string>>,
): Promise<void> {
  const earlier = (await estimatesOf(ctx)).map(({ values }) => values);
  const sets = newValues(
    { title: title.slice(0, LONGEST.title) },
    { earlier, today: todayAt(ctx.now, zone) },
  );
  await writeAsProduct(ctx, { kind: ESTIMATE, id, job }, sets);
}

/** The screen of a job's only estimate, or the list of them. */
async function addressOf(ctx: AccountContext, job: string): Promise<string> {
  const [one, ...others] = await estimatesOf(ctx, eq(estimates.jobId, job));
  return `/account/job/${job}/estimates${one && others.length === 0 ? `/${one.id}` : ""}`;
}

/** The ten that changed last, without deleted ones. */
async function estimatesOf(
  ctx: AccountContext,
  which?: SQL,
): Promise<{ readonly id: string; readonly values: Values }[]> {
  const rows = await ctx.db
    .select({ id: estimates.id })
    .from(estimates)
    .where(and(eq(estimates.accountId, ctx.account.id), which))
    .orderBy(desc(estimates.stateAt))
    .limit(10);
  const records = await Promise.all(rows.map(({ id }) => findStoredRecord(ctx, id)));
  return records
    .flatMap((record) => (record ? [{ id: record.id, values: shownFields(record.fields) }] : []))
    .filter(({ values }) => values["removed"] !== true);
}
