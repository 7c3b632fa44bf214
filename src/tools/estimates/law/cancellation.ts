import type { LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { LANGUAGES, noticeOf } from "#trade/law/public.server.ts";
import { stateOf } from "#trade/law/public.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formOf } from "#platform/http/request/form.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { getEstimate } from "../stored/estimates.server.ts";
import { missingFor } from "./law-view.server.ts";

const sale = z.object({
  day: z.iso.date("Enter the date of the sale."),
  language: z.enum(LANGUAGES),
  senior: z.literal("yes").optional(),
});

/** The notice of cancellation with two copies of its form: `?day=2026-11-28&language=es&senior=yes`. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { job, business, now } = await inAccount(args, "work.read", async (ctx) => {
    const found = await getEstimate(ctx, args.params["estimateId"] ?? "");
    return { job: found.job, business: await getBusiness(ctx), now: ctx.now };
  });
  return sendPdf(async () => {
    const { day, language, senior } = formOf(new URL(args.request.url).searchParams).check(sale);
    const state = stateOf(job.address);
    const missing = missingFor(state, business);
    if (missing) throw new AppError("invalid", `Add your ${missing} in Settings first.`);
    const { name, postalAddress, replyAddress, phone, licenceNumber } = business;
    const request = noticeOf({
      ...{ state, language, day: Temporal.PlainDate.from(day), isSenior: senior === "yes" },
      seller: {
        ...{ name: name ?? "", address: postalAddress ?? "", email: replyAddress ?? "" },
        contact: [phone, replyAddress, licenceNumber && `License ${licenceNumber}`].flatMap(
          (line) => line || [],
        ),
      },
      job: [job.name, job.address].filter(Boolean).join(", "),
      createdAt: now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
    });
    return { file: await renderPdf(request), name: "cancellation-notice.pdf", how: "inline" };
  });
}
