import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { answerDripFile } from "./downloads.server.ts";
import { getKept } from "./kept.server.ts";

/** `/account/drips/{id}/{pdf|text}`: a kept drip as a file. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const drip = await inAccount(args, "work.read", (ctx) => getKept(ctx, args.params["dripId"] ?? ""));
  return answerDripFile(args.params["format"], () => Promise.resolve(drip));
}
