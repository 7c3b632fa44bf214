import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { encodeIndexedPng } from "#platform/drawing/indexed-png.server.ts";
import { qrMatrix, qrPath } from "#platform/drawing/qr-code.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { listLinks } from "./slugs.server.ts";

/** The quiet zone that scanners need, in modules. */
const QUIET = 4;
/** 5 cm at 600 dpi: sharp on a card, a sign or a truck door. */
const LEAST_PIXELS = 1200;

/** `/account/settings/link/{page}/qr.svg` and `qr.png`: a page's QR code for print. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return inAccount(args, "work.read", async (ctx) => {
    const link = (await listLinks(ctx)).find(({ pageId }) => pageId === args.params["pageId"]);
    if (!link) throw new AppError("not_found", "That link doesn’t exist.");
    const matrix = qrMatrix(`${installation().publicUrl}/p/${link.slug}`);
    const isPng = new URL(args.request.url).pathname.endsWith(".png");
    return new Response(isPng ? new Uint8Array(await pngOf(matrix)) : svgOf(matrix), {
      headers: {
        "Content-Type": isPng ? "image/png" : "image/svg+xml",
        "Content-Disposition": contentDisposition("attachment", `${link.slug}.${isPng ? "png" : "svg"}`),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      },
    });
  });
}

function svgOf(matrix: readonly (readonly boolean[])[]): string {
  const side = matrix.length + 2 * QUIET;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-${QUIET} -${QUIET} ${side} ${side}" width="${side * 10}" height="${side * 10}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M-${QUIET}-${QUIET}h${side}v${side}h-${side}z"/><path fill="#000" d="${qrPath(matrix)}"/></svg>\n`
  );
}

/** Whole pixels per module, so that no edge is blurred. */
function pngOf(matrix: readonly (readonly boolean[])[]): Promise<Buffer> {
  const modules = matrix.length + 2 * QUIET;
  const each = Math.ceil(LEAST_PIXELS / modules);
  const side = modules * each;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (matrix[Math.floor(y / each) - QUIET]?.[Math.floor(x / each) - QUIET])
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  return encodeIndexedPng(pixels, side, side, 2);
}
