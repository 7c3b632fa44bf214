import type { LoaderFunctionArgs } from "react-router";
import { atPaper } from "#ground/papers/public.server.ts";
import { recordVisitLater } from "#ground/shares/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { publishedOf } from "../package.server.ts";
import { CLOSEOUT } from "../paper/make.server.ts";
import { atPackage } from "./at-package.server.ts";

/** Without an id: the PDF of the package. With one: a signed paper or a manual of any version. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  sendPdf(async () => {
    const { fileId } = args.params;
    if (fileId === undefined)
      return atPackage(args, (ctx, { file, fileName }, { linkId }) => {
        if (args.request.method === "GET") recordVisitLater(ctx.account.id, args.request, linkId, "saved");
        return Promise.resolve({ file, name: fileName });
      });
    return atPaper(args, CLOSEOUT, async (ctx, { thingId }) => {
      const all = (await publishedOf(ctx, thingId)).flatMap(({ page }) => [...page.papers, ...page.manuals]);
      const found = all.find(({ id }) => id === fileId);
      if (!found) throw new AppError("not_found", "Page not found.");
      return { file: found.file, name: found.fileName, how: "inline" as const };
    });
  });
