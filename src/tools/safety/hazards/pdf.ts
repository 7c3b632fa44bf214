import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { documentOfPlan, readPlan } from "./document.server.ts";

/** The PDF of a plan: its steps, what changed on site, and the signatures. `?download` saves it. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const found = await inAccount(args, "work.read", (ctx) => readPlan(ctx, args.params["planId"] ?? ""));
  return sendPdf(async () => ({
    file: await renderPdf(await documentOfPlan(found)),
    name: `plan-${found.plan.date}.pdf`,
    how: new URL(args.request.url).searchParams.has("download") ? "attachment" : "inline",
  }));
}
