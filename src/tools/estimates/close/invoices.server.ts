import { and, eq, inArray } from "drizzle-orm";
import { findJobs, zoneOfJob } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Invoice } from "#platform/quickbooks/invoices.ts";
import { todayAt } from "#platform/time/day.ts";
import { withVersions } from "../stored/estimates.server.ts";
import { isFrozen, STATES } from "../rules/states.ts";
import { estimates } from "../tables.server.ts";
import { invoiceLines } from "./invoices.ts";

const MOST = 10_000;

/** What approved estimates bill, the last approved first, without those of deleted jobs. */
export async function estimateInvoices(ctx: AccountContext, jobId: string | null): Promise<Invoice[]> {
  const approved = inArray(estimates.state, STATES.filter(isFrozen));
  const found = await withVersions(
    ctx,
    jobId === null ? approved : and(approved, eq(estimates.jobId, jobId)),
    MOST,
  );
  const jobs = await findJobs(ctx, [...new Set(found.map(({ row }) => row.jobId))]);
  const invoices: Invoice[] = [];
  for (const { row, version } of found) {
    const job = jobs.get(row.jobId);
    if (!job || !version || row.number === null || row.cents === null) continue;
    const { content } = version;
    invoices.push({
      ...{ number: row.number, jobId: row.jobId, title: content.title },
      day: todayAt(row.stateAt, await zoneOfJob(ctx, job)),
      lines: invoiceLines(content, row.choice, row.cents),
    });
  }
  return invoices;
}
