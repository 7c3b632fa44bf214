import { type ActionFunctionArgs, data, redirect } from "react-router";
import { actInAccount } from "#ground/businesses/public.server.ts";
import { linkSchema, madeLink, sendingSchema } from "#ground/papers/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { closeEstimate } from "../close/close.server.ts";
import { hideReminders } from "../law/law-view.server.ts";
import { scheduleEstimate } from "../send/schedule.server.ts";
import { cancelScheduled } from "../send/scheduled.server.ts";
import { drawEstimate } from "../send/draw.server.ts";
import { sendEstimate, shareEstimate } from "../send/send.server.ts";
import { getEstimate } from "../stored/estimates.server.ts";
import { ACTS, type Intent, isIntent } from "./acts.ts";
import { noteDeposit } from "./deposit.server.ts";

/** An estimate's form in the office, as it was submitted. */
interface Posted {
  readonly id: string;
  readonly form: PostedForm;
  /** Runs work in a transaction as the person who submitted it, if they may. Drawing a PDF needs several. */
  within<T>(work: (ctx: AccountContext) => Promise<T>): Promise<T>;
}

/** Where the page opens again, "#deposit"; or an address elsewhere, or a link that was made. */
type Outcome = { readonly at: string } | { readonly to: string } | { readonly made: string };

const DOES: Readonly<Record<Intent, (posted: Posted) => Promise<Outcome>>> = {
  async send({ id, form, within }) {
    const sending = form.check(sendingSchema);
    const followUp = form["followUp"] === "yes";
    if (form["later"] === "yes") {
      const { shown = "", sendAt = "" } = form;
      await within((ctx) => scheduleEstimate(ctx, id, { sending, followUp, shown, sendAt }));
      return { at: "?scheduled#sent" };
    }
    const drawn = await drawEstimate(within, id);
    await within((ctx) => sendEstimate(ctx, drawn, sending, followUp));
    return { at: "?sent#sent" };
  },
  /** A link to text or copy, or opened right here for the client to sign. */
  async share({ id, form, within }) {
    const choices = form.check(linkSchema);
    const isHere = form["how"] === "here";
    const drawn = await drawEstimate(within, id);
    const made = await within((ctx) =>
      shareEstimate(ctx, drawn, isHere ? { ...choices, asks: "signature", passcode: "" } : choices),
    );
    return isHere ? { to: new URL(made).pathname } : { made };
  },
  async unschedule({ id, within }) {
    await within(async (ctx) => {
      await getEstimate(ctx, id);
      await cancelScheduled(ctx, id);
    });
    return { at: "#send" };
  },
  async withdraw({ id, within }) {
    await within(async (ctx) => {
      await getEstimate(ctx, id);
      await closeEstimate(ctx, id, { as: "withdrawn" });
    });
    return { at: "" };
  },
  async deposit({ id, form, within }) {
    await within((ctx) => noteDeposit(ctx, id, form["received"] === "yes"));
    return { at: "#deposit" };
  },
  async hide({ id, within }) {
    await within((ctx) => hideReminders(ctx, id, true));
    return { at: "#law" };
  },
  async unhide({ id, within }) {
    await within((ctx) => hideReminders(ctx, id, false));
    return { at: "#law" };
  },
};

/** What an estimate's page in the office can do, by the form's `intent`. */
export async function actOnEstimate(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = args.params["estimateId"] ?? "";
  const { intent = "" } = form;
  try {
    if (!isIntent(intent)) throw new AppError("invalid", "Reload the page, then try again.");
    const { right } = ACTS[intent];
    const outcome = await DOES[intent]({ id, form, within: (work) => actInAccount(args, right, work) });
    if ("made" in outcome) return data({ ...madeLink(outcome.made) });
    return redirect("to" in outcome ? outcome.to : `/account/estimates/${id}${outcome.at}`, 303);
  } catch (error) {
    const { to = "", words = "", days = "30", passcode = "", asks = "yes", everyone = "" } = form;
    const { later = "", sendAt = "" } = form;
    return refuseForm(error, { intent, to, words, days, passcode, asks, everyone, later, sendAt });
  }
}
