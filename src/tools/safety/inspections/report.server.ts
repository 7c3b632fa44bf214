import { fillInspectionReport, findRun, runReportOf } from "#trade/inspections/public.server.ts";
import type { ReportShape } from "#trade/jobs/public.server.ts";
import { requestOfTool } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";

/** Its name is stored with each report, so it never changes. */
export const inspectionReport: ReportShape = {
  ...{ tool: "safety", hasOwnForm: true, saying: [] },
  companies: () => Promise.resolve([]),
  name: "inspection",
  label: "Inspection report",
  hint: "One safety inspection with its answers, photos, signatures, and actions.",
  tell: fillInspectionReport,
};

/** A safety inspection with its job. @throws AppError not_found */
export const findInspection = (ctx: AccountContext, id: string) =>
  findRun(ctx, id, { noun: "inspection", isSafety: true });

/** Has a report of an inspection made in the background. @returns where it is shown */
export async function requestInspectionReport(
  ctx: AccountContext,
  run: string,
  form: PostedForm,
): Promise<string> {
  const asked = runReportOf(run, form);
  const { job } = await findInspection(ctx, run);
  return requestOfTool(ctx, form["report"] ?? "", { ...asked, job: job.jobId, shape: inspectionReport.name });
}
