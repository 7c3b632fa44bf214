import { layoutFor, renderMagnetCover, renderMagnetPages } from "#trade/magnets/public.server.ts";
import { svgToPng } from "#platform/drawing/drawing.ts";
import {
  type GuidePicture,
  guidePictures,
  SAMPLE_BUSINESS,
  SAMPLE_TONE,
  sampleGuide,
} from "../samples/sample-guide.server.ts";

/** Letter paper, in points. */
const PAGE = { width: 612, height: 792 } as const;
/** The visible part of an inside page: from its margin, below its running head. */
const INSIDE = { left: 52, top: 58, width: 508 } as const;
const DENSITY = 2;
const SHADES = 12;
/** The space between paragraphs in pixel rows, at this density: no picture ends within a paragraph. */
const GAP = 24;

/**
 * Pages of the sample guide as the maker makes them, as PNG by path. This starts the document renderers:
 * close them afterwards.
 */
export async function drawGuide(): Promise<Map<string, Buffer>> {
  const text = sampleGuide();
  const brand = {
    businessName: SAMPLE_BUSINESS,
    createdAt: Temporal.Instant.from("2026-01-05T15:00:00Z"),
    layout: layoutFor(SAMPLE_TONE),
  };
  const [cover, pages] = await Promise.all([renderMagnetCover(text, brand), renderMagnetPages(text, brand)]);
  // The next step is on the last page.
  const last = Math.round(Number(/viewBox="0 0 612 ([\d.]+)"/.exec(pages)?.[1]) / PAGE.height) - 1;
  const { cover: first, opening, list, nextStep } = guidePictures();
  const inside = (picture: GuidePicture, page: number) =>
    draw(pages, picture, { ...INSIDE, top: INSIDE.top + page * PAGE.height }, GAP);
  return new Map([
    [first.src, await draw(cover, first, { left: 0, top: 0, width: PAGE.width })],
    [opening.src, await inside(opening, 1)],
    [list.src, await inside(list, 3)],
    [nextStep.src, await inside(nextStep, last)],
  ]);
}

function draw(
  svg: string,
  { width, height }: GuidePicture,
  view: { left: number; top: number; width: number },
  gap = 0,
): Promise<Buffer> {
  const whole = { ...view, height: (view.width * height) / width };
  return svgToPng(svg, whole, { width: width * DENSITY, height: height * DENSITY }, SHADES, gap);
}
