import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { getJob, publishedAt } from "../package.server.ts";

/** The PDF of a version, for people of the business. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  sendPdf(() =>
    inAccount(args, "work.read", async (ctx) => {
      const { jobId } = await getJob(ctx, args.params["closeoutJobId"] ?? "");
      const { file, fileName } = await publishedAt(ctx, jobId, args.request.url);
      return { file, name: fileName, how: "inline" };
    }),
  );
