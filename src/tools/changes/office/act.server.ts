import { type ActionFunctionArgs, data, redirect } from "react-router";
import { actInAccount } from "#ground/businesses/public.server.ts";
import { linkSchema, madeLink, sendingSchema } from "#ground/papers/public.server.ts";
import { isManager } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { voidChange } from "../answers.server.ts";
import { drawChange, sendChange, shareChange, withdrawChange } from "../versions.server.ts";

type Args = ActionFunctionArgs;

/** Runs work of an owner or manager. @throws AppError forbidden for anybody else */
const asManager = <T>(args: Args, work: (ctx: AccountContext) => Promise<T>): Promise<T> =>
  actInAccount(args, "work.write", (ctx) => {
    if (!isManager(ctx))
      throw new AppError("forbidden", "Only owners and managers send, withdraw or void a change.");
    return work(ctx);
  });

/** What a change's page in the office can do, by the form's `intent`. */
export async function actOnChange(args: Args) {
  const form = await readForm(args.request);
  const id = args.params["changeId"] ?? "";
  const { intent = "" } = form;
  const to = (place = "") => redirect(`/account/changes/${id}${place}`, 303);
  try {
    if (intent === "withdraw") {
      await asManager(args, (ctx) => withdrawChange(ctx, id));
      return to();
    }
    if (intent === "void") {
      await asManager(args, (ctx) => voidChange(ctx, id, (form["reason"] ?? "").trim().slice(0, 500)));
      return to("?voided#sent");
    }
    if (intent === "share") return await share(args, id, form);
    const sending = form.check(sendingSchema);
    const drawn = await drawChange((work) => asManager(args, work), id);
    await asManager(args, (ctx) => sendChange(ctx, drawn, sending));
    return to("?sent#sent");
  } catch (error) {
    const { to: recipients = "", words = "", days = "30", passcode = "", asks = "yes" } = form;
    const { everyone = "", reason = "" } = form;
    return refuseForm(error, { intent, to: recipients, words, days, passcode, asks, everyone, reason });
  }
}

/** Makes a link to text or copy, or opens it right here for the client to sign. */
async function share(args: Args, id: string, form: PostedForm) {
  const isHere = form["how"] === "here";
  const choices = form.check(linkSchema);
  const drawn = await drawChange((work) => asManager(args, work), id);
  const address = await asManager(args, (ctx) =>
    shareChange(ctx, drawn, isHere ? { ...choices, asks: "signature", passcode: "" } : choices),
  );
  return isHere ? redirect(new URL(address).pathname, 303) : data({ ...madeLink(address) });
}
