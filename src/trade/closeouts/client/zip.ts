import { Readable } from "node:stream";
import { type ActionFunctionArgs, redirect } from "react-router";
import { acceptSignal } from "#ground/events/public.server.ts";
import { photoToShare } from "#ground/media/public.server.ts";
import { recordVisitLater } from "#ground/shares/public.server.ts";
import { TooManyError } from "#platform/errors/app-error.ts";
import { failureAsText } from "#platform/http/answers.server.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { createRate } from "#platform/http/limits/rate.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { streamLargeZip } from "#platform/archive/zip.server.ts";
import { picturesShown } from "../content/shown-now.server.ts";
import { entriesOf, packageFiles } from "../content/zip-entries.server.ts";
import { atPackage } from "./at-package.server.ts";

const perLink = createRate({ name: "closeout downloads", perMinute: 0.5, burst: 20 });

/** Links whose ZIP is being sent: one at a time each. */
const sending = new Set<string>();

/**
 * Everything of a package as a ZIP that is made while it is sent, with a list of what is in it and of what is
 * missing. Only by a posted form, so that programs that follow links start nothing.
 */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  try {
    const { here = "" } = await readForm(args.request);
    const { account, now, shown, linkId, personId } = await atPackage(args, (ctx, version, by) =>
      Promise.resolve({ account: ctx.account.id, now: ctx.now, shown: version, ...by }),
    );
    if (sending.has(linkId))
      throw new TooManyError("A download from this link is still running. Try again once it’s done.", 30);
    const { ok, retryAfterSeconds } = perLink.take(linkId, now);
    if (!ok) throw new TooManyError("This link was used for many downloads.", retryAfterSeconds);
    // Both in the background, so that the reader doesn't wait.
    recordVisitLater(account, args.request, linkId, "saved");
    void acceptSignal(here, args.request.headers, { personId, what: "downloaded", about: linkId });
    // Asked for each photo: it may be hidden, or the link closed, while others are sent.
    const pictureOf = (sha256: string) =>
      atPackage(args, async (ctx, { jobId, page }) => {
        const may = await picturesShown(ctx, jobId, page, [sha256]);
        return may.has(sha256)
          ? await (await photoToShare(ctx, jobId, sha256))?.bytesOf("report")
          : undefined;
      });
    const files = packageFiles(entriesOf(shown), pictureOf, shown);
    const sent = Readable.from(streamLargeZip(shown.createdAt, files), { objectMode: false });
    sending.add(linkId);
    // Also once the reader goes away.
    sent.once("close", () => sending.delete(linkId));
    return new Response(Readable.toWeb(sent) as ReadableStream<Uint8Array>, {
      headers: {
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Content-Type": "application/zip",
        "Content-Disposition": contentDisposition("attachment", shown.fileName.replace(/\.pdf$/, ".zip")),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Robots-Tag": "noindex",
      },
    });
  } catch (error) {
    return failureAsText(error);
  }
}

/** As nothing to be found here: a download begins with a form. */
export const loader = ({ params }: ActionFunctionArgs): Response =>
  redirect(`/s/${params["token"]}/closeout`, 303);
