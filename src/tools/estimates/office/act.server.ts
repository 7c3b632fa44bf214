import type { ActionFunctionArgs } from "react-router";
import { actInOffice, type Does, linkSchema, sendingSchema } from "#ground/papers/public.server.ts";
import { closeEstimate } from "../close/close.server.ts";
import { hideReminders } from "../law/law-view.server.ts";
import { scheduleEstimate } from "../send/schedule.server.ts";
import { cancelScheduled } from "../send/scheduled.server.ts";
import { drawEstimate } from "../send/draw.server.ts";
import { sendEstimate, shareEstimate } from "../send/send.server.ts";
import { getEstimate } from "../stored/estimates.server.ts";
import { ACTS, type Intent } from "./acts.ts";
import { noteDeposit } from "./deposit.server.ts";

const DOES: Does<Intent> = {
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
export function actOnEstimate(args: ActionFunctionArgs) {
  const id = args.params["estimateId"] ?? "";
  return actInOffice(args, {
    ...{ acts: ACTS, does: DOES, id, path: `/account/estimates/${id}` },
    values: {
      ...{ to: "", words: "", days: "30", passcode: "", asks: "yes", everyone: "" },
      ...{ later: "", sendAt: "" },
    },
  });
}
