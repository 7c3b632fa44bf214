import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { openSchedules } from "#trade/inspections/public.server.ts";
import { MOST_STICKERS, sheetOf } from "./sheet.ts";

/** A sheet of stickers to print: of all jobs, of `?job=`, or of one `?schedule=`. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { searchParams } = new URL(args.request.url);
  const [job, only] = [searchParams.get("job"), searchParams.get("schedule")];
  const sheet = await inAccount(args, "work.read", async (ctx) => {
    if (job !== null && !isId(job)) throw new AppError("not_found", "That job doesn’t exist.");
    const schedules = (await openSchedules(ctx, job)).filter(({ id }) => only === null || id === only);
    if (schedules.length === 0)
      throw new AppError("not_found", "Schedule a list first. Then print its sticker.");
    const business = await getBusiness(ctx);
    return sheetOf(schedules.slice(0, MOST_STICKERS), business, ctx.account.id, ctx.now);
  });
  return sendPdf(async () => ({ file: await renderPdf(sheet), name: "stickers.pdf", how: "inline" }));
}
