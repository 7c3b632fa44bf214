import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { previewOf } from "../send/draw.server.ts";

/** The PDF as the client would get it now. `?download` saves it. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const render = await previewOf(
    (work) => inAccount(args, "work.read", work),
    args.params["estimateId"] ?? "",
  );
  return sendPdf(async () => ({
    file: await render(),
    name: "estimate.pdf",
    how: new URL(args.request.url).searchParams.has("download") ? "attachment" : "inline",
  }));
}
