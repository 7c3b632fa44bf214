import { contentDisposition } from "./content-disposition.ts";

/** Lines of CSV as a download that is made while it is read: it costs the same memory however long it is. */
export function csvResponse(lines: AsyncGenerator<string, unknown>, fileName: string): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await lines.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await lines.return(undefined);
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
