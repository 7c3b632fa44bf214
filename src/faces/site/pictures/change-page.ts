import { svgToPng } from "#platform/drawing/drawing.ts";
import { renderSvg } from "#platform/pdf/render.server.ts";
import { sampleChange } from "../samples/sample-change.ts";
import { changePicture } from "../tools/change-picture.ts";

const DENSITY = 2;
const SHADES = 16;

/**
 * The page of a change as ChangeLog makes it, as PNG by path. This starts the document renderers: close them
 * afterwards.
 */
export async function drawChangePage(): Promise<Map<string, Buffer>> {
  const { src, width, height } = changePicture;
  const pixels = { width: width * DENSITY, height: height * DENSITY };
  // Without the white background of the second page, which would cover the first.
  const svg = (await renderSvg(sampleChange())).replaceAll(
    /<path class="typst-shape" fill="#ffffff"[^>]*>/g,
    "",
  );
  return new Map([[src, await svgToPng(svg, { left: 0, top: 0, width, height }, pixels, SHADES)]]);
}
