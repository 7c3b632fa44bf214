import { csvLine } from "../csv/csv.ts";
import { contentDisposition } from "./content-disposition.ts";

/** Byte order mark: Excel needs it to read UTF-8. */
const BOM = "\ufeff";

/**
 * Rows of cells as a CSV download. Streams: memory does not grow with its length.
 * @param pages some rows each; the first row has the headings
 */
export function csvResponse(
  pages: AsyncGenerator<readonly (readonly string[])[], unknown>,
  fileName: string,
): Response {
  const encoder = new TextEncoder();
  let begin = BOM;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pages.next();
      if (next.done) {
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(begin + next.value.map(csvLine).join("")));
      begin = "";
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": contentDisposition("attachment", fileName),
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
