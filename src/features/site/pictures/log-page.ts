import { svgToPng } from "#platform/drawing/drawing.ts";
import { renderSvg } from "#platform/pdf/render.server.ts";
import { sampleLog } from "../sample-log.ts";
import { logPicture } from "../tools/log-picture.ts";

const DENSITY = 2;
const SHADES = 16;

/**
 * The first page of a day's log as BuildLog makes it, as PNG by the path it is served at.
 * The renderers of documents are started for it: close them afterwards.
 */
export async function drawLogPage(): Promise<Map<string, Buffer>> {
  const { src, width, height } = logPicture;
  // The white of every page lies where the first is, and would cover it.
  const svg = (await renderSvg(sampleLog())).replaceAll(/<path class="typst-shape" fill="#ffffff"[^>]*>/g, "");
  return new Map([
    [src, await svgToPng(svg, { left: 0, top: 0, width, height }, { width: width * DENSITY, height: height * DENSITY }, SHADES)],
  ]);
}
