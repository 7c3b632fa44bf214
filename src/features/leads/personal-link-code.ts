import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { qrMatrix, qrPath } from "#platform/drawing/qr-code.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { listLinks } from "./personal-link.server.ts";

/** `/account/settings/link/{page}/qr.svg`: the code of a link to print, sharp at any size. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return inAccount(args, "work.read", async (ctx) => {
    const link = (await listLinks(ctx)).find(({ pageId }) => pageId === args.params["pageId"]);
    if (!link) throw new AppError("not_found", "There is no such link.");
    const matrix = qrMatrix(`${installation().publicUrl}/p/${link.slug}`);
    const side = matrix.length + 8;
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side} ${side}" width="${side * 10}" height="${side * 10}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M-4-4h${side}v${side}h-${side}z"/><path fill="#000" d="${qrPath(matrix)}"/></svg>\n`;
    return new Response(svg, {
      headers: {
        "Content-Type": "image/svg+xml",
        "Content-Disposition": contentDisposition("attachment", `${link.slug}.svg`),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      },
    });
  });
}
