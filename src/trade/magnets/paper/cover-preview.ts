import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { isColor } from "#platform/drawing/contrast.ts";
import { brandOf } from "./brand.server.ts";
import { answerDownload } from "./answer-download.server.ts";
import { sampleMagnet } from "../sample.server.ts";

/**
 * `/account/magnets/preview.svg`: the cover of the newest guide, or how it would look with `?color=rrggbb`.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const tried = `#${new URL(args.request.url).searchParams.get("color") ?? ""}`;
  const found = await inAccount(args, "work.read", async (ctx) => {
    const business = await getBusiness(ctx);
    return { business, sample: await sampleMagnet(ctx, business) };
  });
  // Outside the transaction, because the logo may come from remote storage.
  return answerDownload("cover", async () => {
    const { text, tone, createdAt } = found.sample;
    const look = { ...found.business, color: isColor(tried) ? tried : found.business.color };
    return { text, brand: await brandOf(look, { createdAt, tone }) };
  });
}
