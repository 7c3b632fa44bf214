import { svgToPng } from "#platform/drawing/drawing.ts";
import { renderSvg } from "#platform/pdf/render.server.ts";
import { sampleEstimate } from "../samples/sample-estimate.ts";
import { estimatePicture } from "../tools/estimate-picture.ts";

const DENSITY = 2;
const SHADES = 16;

/**
 * The page of an estimate as EstiMini makes it, as PNG by path. This starts the document renderers: close
 * them afterwards.
 */
export async function drawEstimatePage(): Promise<Map<string, Buffer>> {
  const { src, width, height } = estimatePicture;
  const pixels = { width: width * DENSITY, height: height * DENSITY };
  const svg = await renderSvg(sampleEstimate());
  return new Map([[src, await svgToPng(svg, { left: 0, top: 0, width, height }, pixels, SHADES)]]);
}
