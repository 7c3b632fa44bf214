import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount, letterheadOf } from "#ground/businesses/public.server.ts";
import { answerDripFile } from "./answer-download.server.ts";
import { getSavedDrip } from "../follow-up/saved.server.ts";

/** `/account/drips/{id}/{pdf|text}`: a saved drip as it is now, as a file with the business's letterhead. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { drip, business } = await inAccount(args, "work.read", async (ctx) => ({
    drip: await getSavedDrip(ctx, args.params["dripId"] ?? ""),
    business: await getBusiness(ctx),
  }));
  // Outside the transaction, because the logo may come from remote storage.
  return answerDripFile(args.params["format"], async () => ({ drip, from: await letterheadOf(business) }));
}
