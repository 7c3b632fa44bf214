import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { startForLead } from "./start.server.ts";

/** For people who open the address by hand. */
export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.write", () => Promise.resolve(redirect("/account/estimates")));

/** “Write an estimate” for the lead that `lead` names. The screen that writes it works offline. */
export const action = (args: ActionFunctionArgs) =>
  inAccount(args, "work.write", async (ctx) => {
    const form = await readForm(args.request);
    return redirectDocument(await startForLead(ctx, form["lead"] ?? ""), 303);
  });
