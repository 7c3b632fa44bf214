import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { brandOf, pageOf } from "./brand.server.ts";
import { getMagnet } from "../data.server.ts";
import { answerDownload } from "./answer-download.server.ts";

/** `/account/magnets/{id}/{pdf|text|cover}`: a saved guide as a file. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const found = await inAccount(args, "work.read", async (ctx) => {
    const magnet = await getMagnet(ctx, args.params["magnetId"] ?? "");
    const business = await getBusiness(ctx);
    return { magnet, business, page: await pageOf(ctx, magnet.id) };
  });
  // Outside the transaction, because the logo may come from remote storage.
  return answerDownload(args.params["format"], async () => {
    const { text, createdAt, brief } = found.magnet;
    return {
      text,
      brand: await brandOf(found.business, {
        createdAt,
        tone: brief.tone,
        page: found.page,
        otherwise: brief.company,
      }),
    };
  });
}
