import { and, desc, eq } from "drizzle-orm";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { findJobs, zoneOfJob } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Invoice } from "#platform/quickbooks/invoices.ts";
import { todayAt } from "#platform/time/day.ts";
import { changeOf } from "../rules/change.ts";
import type { Terms } from "../rules/terms.ts";
import { termsOfJob } from "../stored/changes.server.ts";
import { changes } from "../tables.server.ts";
import { invoiceLines, invoiceNumber } from "./invoices.ts";

const MOST = 10_000;

/** What approved changes bill, the last approved first, without those of deleted jobs. */
export async function changeInvoices(ctx: AccountContext, jobId: string | null): Promise<Invoice[]> {
  const { accountId, state, approvedAt } = changes;
  const rows = await ctx.db
    .select()
    .from(changes)
    .where(
      and(
        eq(accountId, ctx.account.id),
        eq(state, "approved"),
        jobId === null ? undefined : eq(changes.jobId, jobId),
      ),
    )
    .orderBy(desc(approvedAt), desc(changes.id))
    .limit(MOST);
  const jobs = await findJobs(ctx, [...new Set(rows.map((row) => row.jobId))]);
  const records = await findStoredRecords(
    ctx,
    rows.map(({ id }) => id),
  );
  const written = new Map(records.map(({ id, fields }) => [id, shownFields(fields)]));
  const terms = new Map<string, Terms>();
  const invoices: Invoice[] = [];
  for (const row of rows) {
    const [job, values] = [jobs.get(row.jobId), written.get(row.id)];
    if (!job || !values || values["removed"] === true || row.co === null || row.cents === null) continue;
    const known = terms.get(job.jobId) ?? (await termsOfJob(ctx, job.jobId));
    terms.set(job.jobId, known);
    const change = changeOf(values);
    invoices.push({
      ...{ number: invoiceNumber(row.co, job.jobId), jobId: job.jobId },
      day: todayAt(row.approvedAt ?? row.stateAt, await zoneOfJob(ctx, job)),
      title: `${row.co}: ${change.title}`,
      lines: invoiceLines(change, known, row.cents),
    });
  }
  return invoices;
}
