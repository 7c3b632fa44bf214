import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { zoneOfJob } from "#trade/jobs/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { documentOfCard } from "./document.server.ts";
import { getCard, linkToCard } from "./stored.server.ts";

/** The emergency card of a job to print, with the code that opens it on a phone. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const document = await inAccount(args, "work.write", async (ctx) => {
    const found = await getCard(ctx, args.params["safetyJobId"] ?? "");
    const today = ctx.now.toZonedDateTimeISO(await zoneOfJob(ctx, found.job)).toPlainDate();
    return documentOfCard(found, await getBusiness(ctx), await linkToCard(ctx, found), today, ctx.now);
  });
  return sendPdf(async () => ({
    ...{ file: await renderPdf(document), name: "emergency-card.pdf", how: "inline" },
  }));
}
