import { jobDescribers, type ReportShape, type Describer } from "#trade/jobs/public.server.ts";
import { leadRecords } from "#trade/leads/public.server.ts";
import { dailyLog, logDescribers, weatherClaim } from "#tools/logs/public.server.ts";
import { defineReports } from "#trade/reports/public.server.ts";

/** What reports of a job tell: one line per feature that has something to tell. */
const describers: readonly Describer[] = [...jobDescribers, ...logDescribers];
/** Reports in a shape of their own: one line per tool that has one. */
const shapes: readonly ReportShape[] = [dailyLog, weatherClaim];

let done = false;

/**
 * Says what reports tell, and whom they can be mailed to. Called once per process, before anything is served.
 */
export function defineReportLines(): void {
  if (done) return;
  done = true;
  defineReports(
    describers,
    async (ctx, leadId) => {
      const lead = (await leadRecords(ctx, [leadId])).get(leadId);
      return lead ? { name: lead.name, address: lead.email } : null;
    },
    shapes,
  );
}
