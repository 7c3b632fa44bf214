import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { jobSheetPdf } from "../sheets/job-pdf.server.ts";

/** For people and guests of its job. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  sendPdf(() => inAccount(args, "job.work", (ctx) => jobSheetPdf(ctx, args.params["recordId"] ?? "")));
