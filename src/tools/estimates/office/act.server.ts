import { type ActionFunctionArgs, data, redirect } from "react-router";
import { actInAccount } from "#ground/businesses/public.server.ts";
import { linkSchema, madeLink, sendingSchema } from "#ground/papers/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { type PostedForm, readForm } from "#platform/http/request/form.server.ts";
import { noteDeposit } from "./deposit.server.ts";
import { hideReminders } from "../law/law-view.server.ts";
import { scheduleEstimate } from "../send/schedule.server.ts";
import { cancelScheduled } from "../send/scheduled.server.ts";
import { getEstimate } from "../stored/estimates.server.ts";
import { drawEstimate, sendEstimate, shareEstimate, withdrawEstimate } from "../send/versions.server.ts";

type Args = ActionFunctionArgs;

/** What an estimate's page in the office can do, by the form's `intent`. */
export async function actOnEstimate(args: Args) {
  const form = await readForm(args.request);
  const id = args.params["estimateId"] ?? "";
  const { intent = "" } = form;
  const path = `/account/estimates/${id}`;
  const to = (place = "") => redirect(`${path}${place}`, 303);
  try {
    if (intent === "deposit") {
      await actInAccount(args, "work.write", (ctx) => noteDeposit(ctx, id, form["received"] === "yes"));
      return to("#deposit");
    }
    if (intent === "withdraw") {
      await actInAccount(args, "work.write", (ctx) => withdrawEstimate(ctx, id));
      return to();
    }
    if (intent === "hide" || intent === "unhide") {
      await actInAccount(args, "work.write", (ctx) => hideReminders(ctx, id, intent === "hide"));
      return to("#law");
    }
    if (intent === "unschedule") {
      await actInAccount(args, "work.write", async (ctx) => {
        await getEstimate(ctx, id);
        await cancelScheduled(ctx, id);
      });
      return to("#send");
    }
    if (intent === "share") return await share(args, id, form);
    if (form["later"] === "yes") {
      await scheduleLater(args, id, form);
      return to("?scheduled#sent");
    }
    await sendNow(args, id, form);
    return to("?sent#sent");
  } catch (error) {
    const { to: recipients = "", words = "", days = "30", passcode = "", asks = "yes", everyone = "" } = form;
    const { later = "", sendAt = "" } = form;
    return refuseForm(error, {
      intent,
      to: recipients,
      words,
      days,
      passcode,
      asks,
      everyone,
      later,
      sendAt,
    });
  }
}

/** Drawing takes a moment, so no transaction is open. */
const draw = (args: Args, id: string) => drawEstimate((work) => actInAccount(args, "work.write", work), id);

async function sendNow(args: Args, id: string, form: PostedForm): Promise<void> {
  const sending = form.check(sendingSchema);
  const drawn = await draw(args, id);
  await actInAccount(args, "work.write", (ctx) =>
    sendEstimate(ctx, drawn, sending, form["followUp"] === "yes"),
  );
}

async function scheduleLater(args: Args, id: string, form: PostedForm): Promise<void> {
  const of = {
    sending: form.check(sendingSchema),
    followUp: form["followUp"] === "yes",
    shown: form["shown"] ?? "",
    sendAt: form["sendAt"] ?? "",
  };
  await actInAccount(args, "work.write", (ctx) => scheduleEstimate(ctx, id, of));
}

/** Makes a link to text or copy, or opens it right here for the client to sign. */
async function share(args: Args, id: string, form: PostedForm) {
  const isHere = form["how"] === "here";
  const choices = form.check(linkSchema);
  const drawn = await draw(args, id);
  const address = await actInAccount(args, "work.write", (ctx) =>
    shareEstimate(ctx, drawn, isHere ? { ...choices, asks: "signature", passcode: "" } : choices),
  );
  return isHere ? redirect(new URL(address).pathname, 303) : data({ ...madeLink(address) });
}
