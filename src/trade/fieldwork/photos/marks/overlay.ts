import { hashOfText, hexOf } from "#platform/ids/hash.ts";
import type { Overlay } from "#platform/pictures/overlay.ts";
import { blurredIn, drawingOf } from "./drawing.ts";
import type { Mark } from "./marks.ts";

/** Changes when the same marks are drawn differently, so that pictures are drawn again. */
const DRAWING_VERSION = 1;

/** How the server burns marks into pictures that leave the business; null for none. */
export function overlayOf(marks: readonly Mark[]): Overlay | null {
  if (marks.length === 0) return null;
  return {
    digest: hexOf(hashOfText(JSON.stringify([DRAWING_VERSION, marks]))),
    regions: blurredIn(marks),
    layer(width, height) {
      const drawing = drawingOf(marks, width, height);
      if (drawing.marks.length === 0) return null;
      return {
        template: "trade/fieldwork/photos/marks/marks.typ",
        data: { ...drawing, width, height },
        createdAt: Temporal.Instant.fromEpochMilliseconds(0),
      };
    },
  };
}
