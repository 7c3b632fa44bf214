import { contentDisposition } from "./content-disposition.ts";

/** Streams CSV lines as a download: memory does not grow with its length. */
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
