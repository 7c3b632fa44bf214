import { svgToPng } from "#platform/drawing/drawing.ts";
import { type DocumentRequest, renderSvg } from "#platform/pdf/render.server.ts";
import { logViews } from "../articles/log-views.ts";
import { sampleLog, samplePhotoLog } from "../samples/sample-log.ts";
import { logPicture } from "../tools/log-picture.ts";

const DENSITY = 2;
const SHADES = 16;
/** Photos need more than letters do. */
const PHOTO_SHADES = 200;
/** What an article shows: the width of a page’s words, in the size of every picture of an article. */
const [LEFT, WIDTH] = [40, 532];
const PICTURE = { width: 1200, height: 630 } as const;
/** Rows between two lines, at this size: no picture ends within one. */
const GAP = 8;

/**
 * The first page of a day's log as BuildLog makes it, and the parts of it that articles show, as PNG by the
 * path they are served at. The renderers of documents are started for it: close them afterwards.
 */
export async function drawLogPage(): Promise<Map<string, Buffer>> {
  const { src, width, height } = logPicture;
  const [svg, photos] = await Promise.all([sampleLog(), samplePhotoLog()].map(pagesOf));
  const views = Object.entries(logViews).map(async ([slug, { of, top, width: wide = WIDTH }]) => {
    // What is wider than the words has as much of both margins.
    const view = {
      left: wide > WIDTH ? LEFT + (WIDTH - wide) / 2 : LEFT,
      top,
      width: wide,
      height: (wide * PICTURE.height) / PICTURE.width,
    };
    const [drawn, shades] = of === "photos" ? [photos!, PHOTO_SHADES] : [svg!, SHADES];
    return [`/images/blog/${slug}.png`, await svgToPng(drawn, view, PICTURE, shades, GAP)] as const;
  });
  return new Map([
    [
      src,
      await svgToPng(
        svg!,
        { left: 0, top: 0, width, height },
        { width: width * DENSITY, height: height * DENSITY },
        SHADES,
      ),
    ],
    ...(await Promise.all(views)),
  ]);
}

/** The pages of a document. The white of every page lies where the first is, and would cover it. */
async function pagesOf(request: DocumentRequest): Promise<string> {
  return (await renderSvg(request)).replaceAll(/<path class="typst-shape" fill="#ffffff"[^>]*>/g, "");
}
