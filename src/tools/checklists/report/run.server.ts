import { findRun, runReportOf } from "#trade/inspections/public.server.ts";
import { requestOfTool } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { checklistReport } from "./shapes.server.ts";

/** A checklist with its job. @throws AppError not_found */
export const findChecklist = (ctx: AccountContext, id: string) =>
  findRun(ctx, id, { noun: "checklist", isSafety: false });

/** Has a report of a checklist made in the background. @returns where it is shown */
export async function requestRunReport(ctx: AccountContext, run: string, form: PostedForm): Promise<string> {
  const asked = runReportOf(run, form);
  const { job } = await findChecklist(ctx, run);
  return requestOfTool(ctx, form["report"] ?? "", { ...asked, job: job.jobId, shape: checklistReport.name });
}
