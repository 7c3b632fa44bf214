import { jobDescribers, type ReportShape, type Describer } from "#trade/jobs/public.server.ts";
import { leadRecords } from "#trade/leads/public.server.ts";
import { weatherDescribers } from "#trade/weather/public.server.ts";
import { defineCloseouts } from "#trade/closeouts/public.server.ts";
import { defineReports } from "#trade/reports/public.server.ts";
import { serverTools } from "./tools.server.ts";

/** Report lines of a job. */
const describers: readonly Describer[] = [
  ...jobDescribers,
  ...weatherDescribers,
  ...serverTools.flatMap((tool) => tool.describers),
];
/** Reports with a layout of their own. */
const shapes: readonly ReportShape[] = serverTools.flatMap((tool) => tool.shapes ?? []);

let done = false;

/**
 * Registers what reports and closeout packages contain, and who can receive them by email. Call once per
 * process, before anything is served.
 */
export function defineReportLines(): void {
  if (done) return;
  done = true;
  defineReports(
    describers,
    async (ctx, leadId) => {
      const lead = (await leadRecords(ctx, [leadId])).get(leadId);
      return lead?.email ? { name: lead.name, address: lead.email } : null;
    },
    shapes,
    serverTools.flatMap(({ photosForOutside }) => photosForOutside ?? []),
  );
  defineCloseouts(serverTools);
}
