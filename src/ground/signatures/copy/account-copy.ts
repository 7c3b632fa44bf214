import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { copyOf } from "./complete.server.ts";
import { getSignature } from "../signatures.server.ts";

/** Serves the signed copy to the business, making it if the task hasn't yet. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const of = await inAccount(args, "work.read", async (ctx) => ({
    account: ctx.account.id,
    id: (await getSignature(ctx, args.params["signatureId"] ?? "")).id,
  }));
  return sendPdf(() => copyOf(of.account, of.id));
}
