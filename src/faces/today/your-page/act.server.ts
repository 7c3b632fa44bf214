import type { ActionFunctionArgs } from "react-router";
import {
  actInAccount,
  checkSettings,
  inAccount,
  saveBusiness,
  saveLook,
  TEXT_NAMES,
} from "#ground/businesses/public.server.ts";
import {
  addWorkPhotos,
  chooseJobPhoto,
  describeWorkPhoto,
  removeWorkPhoto,
  restoreWorkPhoto,
} from "#trade/leads/public.server.ts";
import { type AccountContext, now } from "#platform/db/scope.server.ts";
import { AppError, TooManyError } from "#platform/errors/app-error.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { receiveFace, receiveWork } from "./upload.server.ts";

/** Each costs up to a second of work. */
const picturesPerPerson = createLimiter({ name: "pictures of the page", limit: 60, windowSeconds: 600 });
const MOST_CAPTION = 120;

/** What was just done, for the line that says so. */
export type PageDone = "words" | "face" | "no-face" | "work" | "caption" | "restored" | `removed-${string}`;

/**
 * Does what a form of the screen asks. Pictures are read and drawn outside of any transaction, because that
 * may take seconds.
 * @throws AppError invalid, with a message per field
 */
export async function changePage(args: ActionFunctionArgs, typed: Record<string, string>): Promise<PageDone> {
  const { account, person } = await inAccount(args, "business.change", (ctx) =>
    Promise.resolve({ account: ctx.account.id, person: ctx.user!.id }),
  );
  const inside = <T>(work: (ctx: AccountContext) => Promise<T>) =>
    actInAccount(args, "business.change", (ctx) => {
      if (ctx.account.id !== account)
        throw new AppError(
          "conflict",
          "You’ve switched to another business, so nothing was changed. Switch back and try again.",
        );
      return work(ctx);
    });
  const adds = new URL(args.request.url).searchParams.get("add");
  if (adds === "face" || adds === "work") {
    countPicture(person);
    if (adds === "face") {
      const face = await receiveFace(account, args.request);
      await inside((ctx) => saveLook(ctx, { face }));
      return "face";
    }
    const drawn = await receiveWork(account, args.request);
    await inside((ctx) => addWorkPhotos(ctx, drawn));
    return "work";
  }
  const form = await readForm(args.request);
  for (const name of TEXT_NAMES) if (form[name] !== undefined) typed[name] = form[name];
  const { do: what = "save", picture = "" } = form;
  if (what === "pick") {
    countPicture(person);
    await inside(async (ctx) => addWorkPhotos(ctx, [await chooseJobPhoto(ctx, picture)]));
    return "work";
  }
  await inside(async (ctx) => {
    if (what === "no-face") await saveLook(ctx, { face: null });
    else if (what === "caption") {
      const caption = (form["caption"] ?? "").replace(/\s+/g, " ").trim().toWellFormed();
      await describeWorkPhoto(ctx, picture, caption.slice(0, MOST_CAPTION));
    } else if (what === "remove") await removeWorkPhoto(ctx, picture);
    else if (what === "restore") await restoreWorkPhoto(ctx, picture);
    else await saveBusiness(ctx, checkSettings(typed));
  });
  return what === "no-face" || what === "caption"
    ? what
    : what === "remove"
      ? `removed-${picture}`
      : what === "restore"
        ? "restored"
        : "words";
}

function countPicture(person: string): void {
  const verdict = picturesPerPerson.check(person, now());
  if (!verdict.ok)
    throw new TooManyError("That’s a lot of pictures in a short time.", verdict.retryAfterSeconds);
}
