import { svgToPng } from "#platform/drawing/drawing.ts";
import { logViews } from "../articles/log-views.ts";
import { sampleLog, samplePhotoLog } from "../samples/sample-log.ts";
import { logPicture } from "../tools/log-picture.ts";
import { pagesOf, PHOTO_SHADES } from "./paper-page.ts";

const DENSITY = 2;
const SHADES = 16;
/** The part an article shows: the width of a page’s text, in the size of all article pictures. */
const [LEFT, WIDTH] = [40, 532];
const PICTURE = { width: 1200, height: 630 } as const;
/** The space between lines in pixel rows, at this size: no picture ends within a line. */
const GAP = 8;

/**
 * The first page of a day's log as BuildLog makes it, and the parts that articles show, as PNG by path.
 * This starts the document renderers: close them afterwards.
 */
export async function drawLogPage(): Promise<Map<string, Buffer>> {
  const { src, width, height } = logPicture;
  const [svg, photos] = await Promise.all([sampleLog(), samplePhotoLog()].map(pagesOf));
  const views = Object.entries(logViews).map(async ([slug, { of, top, width: wide = WIDTH }]) => {
    // A picture wider than the text gets equal margins.
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
