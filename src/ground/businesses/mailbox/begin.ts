import type { LoaderFunctionArgs } from "react-router";
import { requireRecentProof } from "#ground/identity/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { getChannel } from "../sending/channels.server.ts";
import { leadToProvider } from "./connect.server.ts";
import { findMailProvider } from "./providers.server.ts";
import { inAccount } from "../public.server.ts";

/** Leads to the provider. A link rather than a form, because our policy only lets forms post to this site. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answering(async () => {
    const [accountId, address] = await inAccount(args, "sending.change", async (ctx) => [
      ctx.account.id,
      (await getChannel(ctx, "grant"))?.shown["address"],
    ]);
    const provider = findMailProvider(args.params["provider"]);
    if (!provider) throw new AppError("not_found", "Page not found.");
    const person = await requireRecentProof(args);
    return leadToProvider(provider, { ...args, person, accountId }, address);
  });
}
