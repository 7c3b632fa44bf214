import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { typedIn } from "#trade/inspections/public.server.ts";
import { RunReportForm } from "#trade/reports/public.tsx";
import { newId } from "#platform/db/ids.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { findChecklist, requestRunReport } from "./run.server.ts";

export const meta = () => [{ title: "Checklist report" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const run = args.params["runId"] ?? "";
    const { title, job } = await findChecklist(ctx, run);
    return { run, title, job: job.jobId, jobName: job.name, report: newId() };
  });

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return inAccount(args, "work.write", async (ctx) => {
    try {
      return redirect(await requestRunReport(ctx, args.params["runId"] ?? "", form), 303);
    } catch (error) {
      return refuseForm(error, typedIn(form));
    }
  });
}

/** What a report of one checklist shows. */
export default function RunReport() {
  const { run, title, job, jobName, report } = useLoaderData<typeof loader>();
  return (
    <RunReportForm
      heading="Checklist report"
      run={{ title, job: jobName, href: `/account/job/${job}/checklists/${run}` }}
      report={report}
      refused={useActionData<typeof action>()}
    />
  );
}
