import { defineOverlays } from "#ground/media/public.server.ts";
import { findStoredRecords } from "#ground/sync/public.server.ts";
import { mergeMarks } from "./marks.ts";
import { overlayOf } from "./overlay.ts";

/** The field of a record that has the marks of one photo of one job. */
const MARKS = "marks";

/**
 * Burns marks into every picture that leaves the business. The tool whose records have the marks calls it
 * where it defines their kind.
 * @param recordOf the id of the record that has the marks of a photo
 */
export function defineMarks(recordOf: (job: string, sha256: string) => string): void {
  defineOverlays(async (ctx, photos) => {
    const named = new Map(photos.map(({ job, sha256 }) => [recordOf(job, sha256), sha256]));
    const found = new Map<string, unknown[]>();
    for (const { id, fields } of await findStoredRecords(ctx, [...named.keys()])) {
      const sha256 = named.get(id)!;
      // Of two people who marked it without seeing each other, both count.
      const values = (fields[MARKS]?.values ?? []).map(({ value }) => value);
      found.set(sha256, [...(found.get(sha256) ?? []), ...values]);
    }
    return new Map(
      [...found].flatMap(([sha256, values]) => {
        const overlay = overlayOf(mergeMarks(values));
        return overlay ? [[sha256, overlay] as const] : [];
      }),
    );
  });
}
