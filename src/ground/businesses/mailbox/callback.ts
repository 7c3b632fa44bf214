import type { LoaderFunctionArgs } from "react-router";
import { requirePerson } from "#ground/identity/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { acceptReturn, mailboxCookie } from "./connect.server.ts";
import { findMailProvider } from "./providers.server.ts";
import { inAccount } from "../public.server.ts";

/** Where providers return people to. The URL contains a single-use code, so it leads on at once. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answering(async () => {
    const accountId = await inAccount(args, "sending.change", (ctx) => Promise.resolve(ctx.account.id));
    const provider = findMailProvider(args.params["provider"]);
    if (!provider) throw new AppError("not_found", "Page not found.");
    const person = await requirePerson(args.request, args.context);
    const response = await acceptReturn(provider, { ...args, person, accountId }, (work) =>
      inAccount(args, "sending.change", work),
    );
    // A stranger's link, with another state, must not end a sign-in in progress.
    if (!response.headers.get("location")?.endsWith(".stale"))
      response.headers.append("Set-Cookie", mailboxCookie.clear());
    return response;
  });
}
