import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { copyOf } from "./complete.server.ts";
import { getSignature } from "./data.server.ts";
import { sendPdf } from "./send-copy.server.ts";

/** For the business: `copy`, the signed copy, or `document`, what was signed, alone. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { id = "", part } = args.params;
  const { account, signature } = await inAccount(args, "work.read", async (ctx) => ({ account: ctx.account.id, signature: await getSignature(ctx, id) }));
  return sendPdf(async () => {
    if (part === "copy") return copyOf(account, signature.id);
    if (part === "document") return { file: signature.file, name: signature.fileName };
    throw new AppError("not_found", "There is nothing here.");
  });
}
