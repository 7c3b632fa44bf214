import { type LoaderFunctionArgs, redirect } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";

/** `/account/sequences`, the list's address in earlier releases. */
export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", () =>
    Promise.resolve(redirect(`/account/follow-up${new URL(args.request.url).search}`)),
  );
