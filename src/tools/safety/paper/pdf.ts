import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { documentOfTalk, readTalk } from "./document.server.ts";

/** The PDF of a talk: what was read, who was there, and their signatures. `?download` saves it. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const found = await inAccount(args, "work.read", (ctx) => readTalk(ctx, args.params["talkId"] ?? ""));
  return sendPdf(async () => ({
    file: await renderPdf(await documentOfTalk(found)),
    name: `${found.talk.number ?? `talk-${found.talk.date}`}.pdf`,
    how: new URL(args.request.url).searchParams.has("download") ? "attachment" : "inline",
  }));
}
