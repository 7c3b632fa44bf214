import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { getSignature } from "../signatures.server.ts";

/** Serves the unchanged document that was signed or declined, for the business. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { file, fileName } = await inAccount(args, "work.read", (ctx) =>
    getSignature(ctx, args.params["signatureId"] ?? ""),
  );
  return sendPdf(async () => ({ file, name: fileName }));
}
