import type { ActionFunctionArgs } from "react-router";
import { z } from "zod";
import { actInOffice, type Does, linkSchema, sendingSchema } from "#ground/papers/public.server.ts";
import { isManager } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { readMoney } from "#platform/money/money.ts";
import { closeChange } from "../close/close.server.ts";
import { voidChange } from "../close/void.server.ts";
import { addCredit, decideDeclined } from "../declined/decide.server.ts";
import { LONGEST } from "../rules/change.ts";
import { drawChange } from "../send/draw.server.ts";
import { sendChange, shareChange } from "../send/send.server.ts";
import { setAnswerBy } from "../send/answer-by.server.ts";
import { getChange } from "../stored/changes.server.ts";
import { ACTS, type Intent } from "./acts.ts";

const day = z.union([z.iso.date("Choose a day."), z.literal("")]).optional();

const noteSchema = z.object({ note: z.string().trim().max(500, "Use at most 500 characters.") });
const creditSchema = z.object({
  form: z.uuid(),
  text: z
    .string()
    .trim()
    .min(1, "Say what the credit is for.")
    .max(LONGEST.text, `Use at most ${LONGEST.text} characters.`),
  credit: z.string().transform((typed, check) => {
    const cents = readMoney(typed);
    if (cents) return cents;
    check.addIssue({ code: "custom", message: "Enter an amount, such as 250." });
    return z.NEVER;
  }),
});

const DOES: Does<Intent> = {
  async send({ id, form, within }) {
    const sending = form.check(sendingSchema);
    const { answerBy } = form.check(z.object({ answerBy: day }));
    if (answerBy !== undefined) await within((ctx) => setAnswerBy(ctx, id, answerBy || null));
    const drawn = await drawChange(within, id);
    await within((ctx) => sendChange(ctx, drawn, sending, form["followUp"] === "yes"));
    return { at: "?sent#sent" };
  },
  /** A link to text or copy, or opened right here for the client to sign. */
  async share({ id, form, within }) {
    const choices = form.check(linkSchema);
    const isHere = form["how"] === "here";
    const drawn = await drawChange(within, id);
    const made = await within((ctx) =>
      shareChange(ctx, drawn, isHere ? { ...choices, asks: "signature", passcode: "" } : choices),
    );
    return isHere ? { to: new URL(made).pathname } : { made };
  },
  async withdraw({ id, within }) {
    await within(async (ctx) => {
      await getChange(ctx, id);
      await closeChange(ctx, id, { as: "withdrawn" });
    });
    return { at: "" };
  },
  async void({ id, form, within }) {
    await within((ctx) => voidChange(ctx, id, (form["reason"] ?? "").trim().slice(0, 500)));
    return { at: "?voided#sent" };
  },
  async anyway({ id, form, within }) {
    const { note } = form.check(noteSchema);
    await within((ctx) => decideDeclined(ctx, id, "unpaid", note));
    return { at: "?decided#sent" };
  },
  async drop({ id, form, within }) {
    const { note } = form.check(noteSchema);
    await within((ctx) => decideDeclined(ctx, id, "dropped", note));
    return { at: "?decided#sent" };
  },
  async credit({ id, form, within }) {
    const { credit, ...of } = form.check(creditSchema);
    await within((ctx) => addCredit(ctx, id, { ...of, cents: credit }));
    return { at: "?credited#send" };
  },
};

function refuseMembers(ctx: AccountContext): void {
  if (!isManager(ctx))
    throw new AppError("forbidden", "Only owners and managers send, withdraw or void a change.");
}

/** What a change's page in the office can do, by the form's `intent`. */
export function actOnChange(args: ActionFunctionArgs) {
  const id = args.params["changeId"] ?? "";
  return actInOffice(args, {
    ...{ acts: ACTS, does: DOES, id, path: `/account/changes/${id}`, refuse: refuseMembers },
    values: {
      answerBy: "",
      to: "",
      words: "",
      days: "30",
      passcode: "",
      asks: "yes",
      everyone: "",
      reason: "",
      note: "",
      credit: "",
      text: "",
    },
  });
}
