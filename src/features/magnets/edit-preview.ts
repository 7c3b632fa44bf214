import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { getBusiness, inAccount } from "#features/businesses/public.server.ts";
import { magnetOutline, readTree } from "#features/writing/public.tsx";
import { drawableMagnet, notesOnMagnet } from "#features/writing/public.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { compressed } from "#platform/http/compressed.server.ts";
import { readForm } from "#platform/http/form.server.ts";
import { createLimiter } from "#platform/http/limits.server.ts";
import { brandOf, pageOf } from "./brand.server.ts";
import { getMagnet } from "./data.server.ts";
import { answerDownload } from "./downloads.server.ts";
import { createNewestFirst, Superseded } from "./newest.ts";
import { renderMagnetPages } from "./report.ts";

/** Somebody who types without a pause of a third of a second asks for nothing; this is more than anybody needs. */
const perPerson = createLimiter({ name: "magnet-previews", limit: 90, windowSeconds: 60 });
const inTurn = createNewestFirst();

const find = (args: LoaderFunctionArgs | ActionFunctionArgs, action: "work.read" | "work.write") =>
  inAccount(args, action, async (ctx) => {
    const magnet = await getMagnet(ctx, args.params["magnetId"] ?? "");
    return { magnet, person: ctx.user?.id ?? "", business: await getBusiness(ctx), page: await pageOf(ctx, magnet.id) };
  });

const lookOf = ({ magnet, business, page }: Awaited<ReturnType<typeof find>>) =>
  brandOf(business, { createdAt: magnet.createdAt, tone: magnet.brief.tone, page, otherwise: magnet.brief.company });

/** `/account/magnets/{id}/preview`: all pages as they are saved, one under the other, for who has no script. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const found = await find(args, "work.read");
  return answerDownload("pages", async () => ({ text: found.magnet.text, brand: await lookOf(found) }));
}

/** All pages of what stands in the form, as one picture. Nothing is stored. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const found = await find(args, "work.write");
  const verdict = perPerson.check(found.person, now());
  if (!verdict.ok)
    return new Response("That was a lot of pages in a short time.\n", {
      status: 429,
      headers: { "Retry-After": String(verdict.retryAfterSeconds) },
    });
  const text = drawableMagnet(readTree(magnetOutline.root, await readForm(args.request)), found.magnet.text);
  try {
    const svg = await inTurn(`${found.person} ${found.magnet.id}`, async () => renderMagnetPages(text, await lookOf(found)));
    const headers = new Headers({
      // For our script alone, which makes a picture of it; and what is compressed must not be looked through for slots.
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    });
    // First what our writer would say to these words, then the picture.
    const body = `${JSON.stringify(notesOnMagnet(text, found.magnet.brief))}\n${svg}`;
    return new Response(await compressed(body, args.request.headers.get("accept-encoding") ?? undefined, headers), { headers });
  } catch (error) {
    if (error instanceof Superseded)
      return new Response("Newer words are being drawn.\n", { status: 409, headers: { "Retry-After": "1" } });
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, {
      status: failure.status,
      headers: failure.retryAfter === undefined ? {} : { "Retry-After": String(failure.retryAfter) },
    });
  }
}
