import { jobDescribers, type ReportShape, type Describer } from "#trade/jobs/public.server.ts";
import { leadRecords } from "#trade/leads/public.server.ts";
import { weatherDescribers } from "#trade/weather/public.server.ts";
import { dailyLog, logDescribers, weatherClaim } from "#tools/logs/public.server.ts";
import { defineReports } from "#trade/reports/public.server.ts";

/** Report lines of a job: one line per feature that has any. */
const describers: readonly Describer[] = [...jobDescribers, ...weatherDescribers, ...logDescribers];
/** Reports with a layout of their own: one line per tool that has one. */
const shapes: readonly ReportShape[] = [dailyLog, weatherClaim];

let done = false;

/**
 * Registers what reports contain and who can receive them by email. Call once per process, before anything
 * is served.
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
