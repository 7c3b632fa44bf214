import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { getManual } from "./manuals.server.ts";

/** A manual, for people of the business. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  sendPdf(() =>
    inAccount(args, "work.read", async (ctx) => {
      const { closeoutJobId: jobId = "", manualId = "" } = args.params;
      const { file, name } = await getManual(ctx, jobId, manualId);
      return { file, name: `${name}.pdf`, how: "inline" };
    }),
  );
