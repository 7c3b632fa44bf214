import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { magnetOutlineOf } from "#ground/writing/public.tsx";
import { createPreviews, drawableMagnet, notesOnMagnet } from "#ground/writing/public.server.ts";
import { brandOf, pageOf } from "./brand.server.ts";
import { getMagnet } from "../data.server.ts";
import { answerDownload } from "./answer-download.server.ts";
import { renderMagnetPages } from "./render.ts";

const answerPreview = createPreviews("magnet-previews");

const find = (args: LoaderFunctionArgs | ActionFunctionArgs, action: "work.read" | "work.write") =>
  inAccount(args, action, async (ctx) => {
    const magnet = await getMagnet(ctx, args.params["magnetId"] ?? "");
    return {
      magnet,
      person: ctx.user?.id ?? "",
      business: await getBusiness(ctx),
      page: await pageOf(ctx, magnet.id),
    };
  });

const lookOf = ({ magnet, business, page }: Awaited<ReturnType<typeof find>>) =>
  brandOf(business, {
    createdAt: magnet.createdAt,
    tone: magnet.brief.tone,
    page,
    otherwise: magnet.brief.company,
  });

/** `/account/magnets/{id}/preview`: all saved pages, one below the other, for browsers without script. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const found = await find(args, "work.read");
  return answerDownload("pages", async () => ({ text: found.magnet.text, brand: await lookOf(found) }));
}

/** All pages of the posted form in one picture. Stores nothing. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const found = await find(args, "work.write");
  const { magnet, person } = found;
  return answerPreview(args.request, {
    person,
    document: magnet.id,
    outline: magnetOutlineOf(magnet.text),
    draw(typed) {
      const text = drawableMagnet(typed, magnet.text);
      return {
        notes: notesOnMagnet(text, magnet.brief),
        svg: async () => renderMagnetPages(text, await lookOf(found)),
      };
    },
  });
}
