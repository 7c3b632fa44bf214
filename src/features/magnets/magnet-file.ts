import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount } from "#features/businesses/public.server.ts";
import { getMagnet } from "./data.server.ts";
import { answerDownload } from "./downloads.server.ts";

/** `/account/magnets/{id}/{pdf|text|cover}`: a kept magnet as a file. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const found = await inAccount(args, async (ctx) => {
    const magnet = await getMagnet(ctx, args.params["magnetId"] ?? "");
    const business = await getBusiness(ctx);
    return { text: magnet.text, businessName: business.name ?? magnet.brief.company, createdAt: magnet.createdAt };
  });
  return answerDownload(args.params["format"], async () => found);
}
