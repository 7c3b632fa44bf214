import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { previewOf } from "../send/draw.server.ts";

/** The PDF as approvers would get it now, or as they approved it. `?download` saves it. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const request = await previewOf(
    (work) => inAccount(args, "work.read", work),
    args.params["changeId"] ?? "",
  );
  return sendPdf(async () => ({
    file: await renderPdf(request),
    name: "change.pdf",
    how: new URL(args.request.url).searchParams.has("download") ? "attachment" : "inline",
  }));
}
