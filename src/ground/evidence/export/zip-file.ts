import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { jobParam } from "../history/job-param.server.ts";
import { sendExport } from "./download.server.ts";
import { exportJob, readJobHistory } from "./export.server.ts";

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const history = await inAccount(args, "work.read", (ctx) => readJobHistory(ctx, jobParam(args)));
  return sendExport(history, () => exportJob(history));
}
