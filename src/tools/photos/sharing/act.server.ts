import type { ActionFunctionArgs } from "react-router";
import {
  actInOffice,
  type Does,
  linkSchema,
  recipientsOf,
  sendingSchema,
} from "#ground/papers/public.server.ts";
import { closeLink, extendLink, LIFETIMES, reopenLink } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PostedForm } from "#platform/http/request/form.server.ts";
import { galleryPath, getGallery } from "../gallery/galleries.server.ts";
import { sendGallery, shareGallery } from "../gallery/send.server.ts";
import { ACTS, type Intent } from "./acts.ts";

/** The link that a form names. @throws AppError not_found unless it is of this gallery */
async function linkIn(ctx: AccountContext, id: string, { link = "" }: PostedForm): Promise<string> {
  await getGallery(ctx, id);
  if (!(await recipientsOf(ctx, [id])).some(({ linkId }) => linkId === link))
    throw new AppError("not_found", "That link no longer exists.");
  return link;
}

const DOES: Does<Intent> = {
  async send({ id, form, within }) {
    const sending = form.check(sendingSchema);
    await within(async (ctx) => sendGallery(ctx, await getGallery(ctx, id), sending));
    return { at: `?sent=${sending.to.length}#sent` };
  },
  async share({ id, form, within }) {
    const choices = form.check(linkSchema);
    return { made: await within(async (ctx) => shareGallery(ctx, await getGallery(ctx, id), choices)) };
  },
  async close({ id, form, within }) {
    await within(async (ctx) => closeLink(ctx, await linkIn(ctx, id, form)));
    return { at: "?did=closed#links" };
  },
  async reopen({ id, form, within }) {
    await within(async (ctx) => reopenLink(ctx, await linkIn(ctx, id, form)));
    return { at: "?did=reopened#links" };
  },
  async extend({ id, form, within }) {
    const days = LIFETIMES.find((one) => String(one) === form["days"]) ?? 30;
    await within(async (ctx) => extendLink(ctx, await linkIn(ctx, id, form), days));
    return { at: "?did=extended#links" };
  },
};

/** What a gallery's page in the office can do, by the form's `intent`. */
export function actOnGallery(args: ActionFunctionArgs) {
  const id = args.params["galleryId"] ?? "";
  return actInOffice(args, {
    ...{ acts: ACTS, does: DOES, id, path: galleryPath(id) },
    values: { to: "", words: "", days: "30", passcode: "", asks: "nothing", link: "" },
  });
}
