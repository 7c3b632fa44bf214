import { svgToPng } from "#platform/drawing/drawing.ts";
import { renderSvg } from "#platform/pdf/render.server.ts";
import { logViews } from "../articles/log-views.ts";
import { sampleLog } from "../sample-log.ts";
import { logPicture } from "../tools/log-picture.ts";

const DENSITY = 2;
const SHADES = 16;
/** What an article shows: the width of a page’s words, in the size of every picture of an article. */
const [LEFT, WIDTH] = [40, 532];
const PICTURE = { width: 1200, height: 630 } as const;
/** Rows between two lines, at this size: no picture ends within one. */
const GAP = 8;

/**
 * The first page of a day's log as BuildLog makes it, and the parts of it that articles show, as PNG by the path they are served at.
 * The renderers of documents are started for it: close them afterwards.
 */
export async function drawLogPage(): Promise<Map<string, Buffer>> {
  const { src, width, height } = logPicture;
  // The white of every page lies where the first is, and would cover it.
  const svg = (await renderSvg(sampleLog())).replaceAll(/<path class="typst-shape" fill="#ffffff"[^>]*>/g, "");
  const views = Object.entries(logViews).map(async ([slug, { top, width: wide = WIDTH }]) => {
    const view = { left: LEFT, top, width: wide, height: (wide * PICTURE.height) / PICTURE.width };
    return [`/images/blog/${slug}.png`, await svgToPng(svg, view, PICTURE, SHADES, GAP)] as const;
  });
  return new Map([
    [src, await svgToPng(svg, { left: 0, top: 0, width, height }, { width: width * DENSITY, height: height * DENSITY }, SHADES)],
    ...(await Promise.all(views)),
  ]);
}
