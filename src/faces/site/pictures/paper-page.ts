import { svgToPng } from "#platform/drawing/drawing.ts";
import { type DocumentRequest, renderSvg } from "#platform/pdf/render.server.ts";

const DENSITY = 2;
const SHADES = 16;
/** Photos need more shades than text. */
export const PHOTO_SHADES = 200;

/** The pages of a document, without the white background of later pages, which would cover the first. */
export async function pagesOf(request: DocumentRequest): Promise<string> {
  return (await renderSvg(request)).replaceAll(/<path class="typst-shape" fill="#ffffff"[^>]*>/g, "");
}

/**
 * The first page of a paper as its tool makes it, as PNG by path. This starts the document renderers: close
 * them afterwards.
 * @param picture its address and size in points
 */
export async function drawPaperPage(
  { src, width, height }: { readonly src: string; readonly width: number; readonly height: number },
  request: DocumentRequest,
  shades = SHADES,
): Promise<readonly [path: string, png: Buffer]> {
  const view = { left: 0, top: 0, width, height };
  const pixels = { width: width * DENSITY, height: height * DENSITY };
  return [src, await svgToPng(await pagesOf(request), view, pixels, shades)];
}
