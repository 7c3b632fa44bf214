import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount, letterheadOf } from "#ground/businesses/public.server.ts";
import { dripOutline } from "#ground/writing/public.tsx";
import { createPreviews, drawableDrip, notesOnDrip } from "#ground/writing/public.server.ts";
import { answerDripFile } from "./answer-download.server.ts";
import { getSavedDrip } from "../data.server.ts";
import { renderDripPages } from "./render.ts";

const answerPreview = createPreviews("drip-previews");

const find = (args: LoaderFunctionArgs | ActionFunctionArgs, action: "work.read" | "work.write") =>
  inAccount(args, action, async (ctx) => {
    const drip = await getSavedDrip(ctx, args.params["dripId"] ?? "");
    return { drip, person: ctx.user?.id ?? "", business: await getBusiness(ctx) };
  });

/** `/account/drips/{id}/preview`: all saved pages, one below the other, for browsers without script. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { drip, business } = await find(args, "work.read");
  return answerDripFile("pages", async () => ({ drip, from: await letterheadOf(business) }));
}

/** All pages of the posted form in one picture. Stores nothing. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { drip, person, business } = await find(args, "work.write");
  return answerPreview(args.request, {
    person,
    document: drip.id,
    outline: dripOutline,
    draw(typed) {
      const text = drawableDrip(typed, drip.text);
      return {
        notes: notesOnDrip(text, drip.brief),
        svg: async () => renderDripPages({ ...drip, text }, await letterheadOf(business)),
      };
    },
  });
}
