import { Readable } from "node:stream";
import { installation } from "#platform/config/installation.server.ts";
import { failureAsText } from "./answers.server.ts";
import { contentDisposition } from "./content-disposition.ts";

export interface SentPdf {
  /** Its key in the file store, or its bytes. */
  readonly file: string | Uint8Array;
  readonly name: string;
  /** Shown in the browser, or saved (default). */
  readonly how?: "inline" | "attachment";
}

/**
 * Sends a PDF. A stored one is streamed: memory does not grow with its size or with the number of requests.
 * Private by its URL: never cached, never indexed, no scripts. Errors are answered as a line of text.
 * @param find finds the PDF in a transaction that ends before sending begins, so a slow client blocks nothing
 */
export async function sendPdf(find: () => Promise<SentPdf>): Promise<Response> {
  try {
    const { file, name, how = "attachment" } = await find();
    const { files } = installation();
    const isStored = typeof file === "string";
    const size = isStored ? await files.size(file) : file.byteLength;
    const body = isStored
      ? (Readable.toWeb(await files.stream(file)) as ReadableStream<Uint8Array>)
      : new Uint8Array(file);
    return new Response(body, {
      headers: {
        ...(size === undefined ? {} : { "Content-Length": String(size) }),
        "Content-Type": "application/pdf",
        "Content-Disposition": contentDisposition(how, name),
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Robots-Tag": "noindex",
      },
    });
  } catch (error) {
    return failureAsText(error);
  }
}
