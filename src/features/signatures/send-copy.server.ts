import { Readable } from "node:stream";
import { installation } from "#platform/config/installation.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";

/** Answers with a stored PDF to be saved. Private by its address: never cached, never indexed, and it runs nothing. */
export async function sendPdf(find: () => Promise<{ file: string; name: string }>): Promise<Response> {
  try {
    const { file, name } = await find();
    const { files } = installation();
    const [size, stream] = [await files.size(file), await files.stream(file)];
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
      headers: {
        ...(size === undefined ? {} : { "Content-Length": String(size) }),
        "Content-Type": "application/pdf",
        "Content-Disposition": contentDisposition("attachment", name),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Referrer-Policy": "no-referrer",
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
