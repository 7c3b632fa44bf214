import type { ActionFunctionArgs } from "react-router";
import type { Person } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { CHANNEL_ACTIONS } from "../sending/actions.server.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { listChannels } from "../sending/channels.server.ts";
import { giveBack } from "./give-back.server.ts";
import { findMailProvider } from "./providers.server.ts";
import { removeSignIn } from "./save.server.ts";
import { inAccount } from "../public.server.ts";

/**
 * Checks or disconnects the mailbox that was signed in to.
 * @returns what was done, for the notice
 */
export async function actOnSignIn(
  args: ActionFunctionArgs,
  form: PostedForm,
  person: Person,
): Promise<"check" | "remove" | "remove-there"> {
  if (form["do"] === "check") {
    const channels = await inAccount(args, "sending.change", listChannels);
    for (const kind of ["smtp", "imap"] as const)
      if (channels[kind]?.shown["provider"]) await CHANNEL_ACTIONS.check(kind)(args, form, person);
    return "check";
  }
  if (form["do"] !== "remove")
    throw new AppError("invalid", "Something went wrong, and nothing was changed. Please try again.");
  const removed = await inAccount(args, "sending.change", removeSignIn);
  const provider = findMailProvider(removed?.provider);
  // Outside the transaction: a provider that is away must not keep anybody connected.
  const isKnownThere = !removed || (provider && (await giveBack(provider, removed)));
  return isKnownThere ? "remove" : "remove-there";
}
