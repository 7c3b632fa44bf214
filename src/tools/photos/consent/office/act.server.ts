import type { ActionFunctionArgs } from "react-router";
import { z } from "zod";
import { actInOffice, type Does } from "#ground/papers/public.server.ts";
import { isManager } from "#trade/fieldwork/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { withdrawFor } from "../answer.server.ts";
import { sendAsk, shareAsk, shareAskAgain } from "../ask.server.ts";
import { captionWork, hideWork, moveWork, showWork } from "../recent.server.ts";
import { LONGEST, RECENT_PATH } from "../rules.ts";
import { ACTS, type Intent } from "./acts.ts";

const form = z.uuid("Reload the page, then try again.");
const hashes = z.string().transform((typed) => typed.split(",").filter((one) => /^[0-9a-f]{64}$/.test(one)));
const askSchema = z.object({ form, job: z.uuid("Choose a job."), photos: hashes });
const sendSchema = z.object({
  to: z.string().trim().toLowerCase().pipe(z.email("Enter one email address.").max(254)),
  words: z.string().trim().max(2_000, "Use at most 2,000 characters.").default(""),
});
const withdrawSchema = z.object({
  form,
  note: z.string().trim().max(LONGEST.note, `Use at most ${LONGEST.note} characters.`).default(""),
});
const captionSchema = z.object({
  caption: z
    .string()
    .transform((typed) => typed.replace(/\s+/g, " ").trim())
    .pipe(z.string().max(LONGEST.caption, `Use at most ${LONGEST.caption} characters.`)),
});

const workOf = (work = ""): string => {
  if (!isId(work)) throw new AppError("invalid", "Reload the page, then try again.");
  return work;
};

const DOES: Does<Intent> = {
  async send({ form: posted, within }) {
    const ask = posted.check(askSchema);
    const id = await sendAsk(within, ask, posted.check(sendSchema));
    return { to: `/account/photos/asks/${id}?sent` };
  },
  async share({ id, form: posted, within }) {
    if (id) return { made: await within((ctx) => shareAskAgain(ctx, id)) };
    return { made: (await shareAsk(within, posted.check(askSchema))).address };
  },
  async withdraw({ id, form: posted, within }) {
    const given = posted.check(withdrawSchema);
    await within((ctx) => withdrawFor(ctx, id, given));
    return { at: "?withdrawn" };
  },
  async show({ form: posted, within }) {
    await within((ctx) => showWork(ctx, workOf(posted["work"])));
    return { at: "?shown#shown" };
  },
  async hide({ form: posted, within }) {
    await within((ctx) => hideWork(ctx, workOf(posted["work"])));
    return { at: "?hidden#shown" };
  },
  async caption({ form: posted, within }) {
    const { caption } = posted.check(captionSchema);
    await within((ctx) => captionWork(ctx, workOf(posted["work"]), caption));
    return { at: "?saved#shown" };
  },
  async up({ form: posted, within }) {
    await within((ctx) => moveWork(ctx, workOf(posted["work"]), "up"));
    return { at: "#shown" };
  },
  async down({ form: posted, within }) {
    await within((ctx) => moveWork(ctx, workOf(posted["work"]), "down"));
    return { at: "#shown" };
  },
};

/** @throws AppError forbidden */
export function refuseMembers(ctx: AccountContext): void {
  if (!isManager(ctx))
    throw new AppError("forbidden", "Only owners and managers ask clients, and choose what your page shows.");
}

const act = (args: ActionFunctionArgs, path: string, id = "") =>
  actInOffice(args, {
    ...{ acts: ACTS, does: DOES, id, path, refuse: refuseMembers },
    values: { to: "", words: "", note: "", work: "", caption: "", photos: "" },
  });

/** A new request: `intent=send` or `share`. */
export const actOnNewAsk = (args: ActionFunctionArgs) => act(args, "/account/photos/ask");

/** A request: `intent=share` for another link, `withdraw` for a client who called. */
export function actOnAsk(args: ActionFunctionArgs) {
  const { askId = "" } = args.params;
  return act(args, `/account/photos/asks/${askId}`, askId);
}

/** What the page shows: `intent=show`, `hide`, `caption`, `up`, `down` with `work`. */
export const actOnRecent = (args: ActionFunctionArgs) => act(args, RECENT_PATH);
