import { type LoaderFunctionArgs, redirect } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { getSavedDrip } from "./saved.server.ts";

/** `/account/drips/{id}/edit`: a draft is edited where every follow-up is. */
export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { id, followUp } = await getSavedDrip(ctx, args.params["dripId"] ?? "");
    return redirect(`/account/sequences/${followUp?.id ?? id}/edit`);
  });
