import { type LoaderFunctionArgs, redirect } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { openDraft } from "../draft/drafts.server.ts";

/**
 * Redirects GET requests to the editor's POST-only URLs.
 * @throws AppError not_found
 */
export function toEditor(args: LoaderFunctionArgs) {
  return inAccount(args, "work.write", async (ctx) => {
    const { sequenceId } = await openDraft(ctx, args.params["sequenceId"] ?? "");
    return redirect(`/account/sequences/${sequenceId}/edit`);
  });
}
