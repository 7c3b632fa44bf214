import { Readable } from "node:stream";
import { installation } from "#platform/config/installation.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "./content-disposition.ts";

/** A stored document that is sent. */
export interface SentPdf {
  /** Its key in the file store. */
  readonly file: string;
  /** What it is saved as. */
  readonly name: string;
  /** Shown in the browser, or saved. Saved where it is left out. */
  readonly how?: "inline" | "attachment";
}

/**
 * Answers with a stored PDF, piece by piece as whoever reads takes it: no more of it is in memory, however
 * large it is and however many ask for it. Private by its address: never cached, never indexed, and it runs
 * nothing. What fails is said in a line of text.
 * @param find which one, in a transaction that ends before anything is sent: a slow reader holds up nobody
 */
export async function sendPdf(find: () => Promise<SentPdf>): Promise<Response> {
  try {
    const { file, name, how = "attachment" } = await find();
    const { files } = installation();
    const [size, stream] = [await files.size(file), await files.stream(file)];
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
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
    // A way to the login, or to the passcode, is not a failure.
    if (error instanceof Response) throw error;
    const failure = toAppError(error);
    const headers = new Headers({ "Content-Type": "text/plain; charset=utf-8" });
    if (failure.retryAfter !== undefined) headers.set("Retry-After", String(failure.retryAfter));
    return new Response(`${failure.message}\n`, { status: failure.status, headers });
  }
}
