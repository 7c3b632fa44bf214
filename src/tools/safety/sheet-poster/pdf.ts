import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { linkToSheets } from "./link.server.ts";
import { posterOf } from "./poster.ts";

/** The poster of `?job=`, to print. Its code stays the same. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const id = new URL(args.request.url).searchParams.get("job") ?? "";
  const poster = await inAccount(args, "work.write", async (ctx) => {
    const { job, address } = await linkToSheets(ctx, id);
    return posterOf({ job, address, business: await getBusiness(ctx), createdAt: ctx.now });
  });
  return sendPdf(async () => ({ file: await renderPdf(poster), name: "sds-poster.pdf", how: "inline" }));
}
