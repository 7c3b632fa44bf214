import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import type { JobHistory, MadeExport } from "./export.server.ts";

const TYPES = { zip: "application/zip", pdf: "application/pdf" } as const;

interface Made {
  readonly body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
  readonly bytes: number;
}

/** Responds with a file of a history: no caching on the way, and nothing in it may run. */
export async function download(
  { at, title, job }: JobHistory,
  type: keyof typeof TYPES,
  make: () => Promise<Made>,
): Promise<Response> {
  try {
    const { body, bytes } = await make();
    return new Response(body, {
      headers: {
        "Content-Type": TYPES[type],
        "Content-Length": String(bytes),
        "Content-Disposition": contentDisposition(
          "attachment",
          `history ${title ? `of ${title}` : job.slice(-6)} ${at.toString().slice(0, 10)}.${type}`,
        ),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Referrer-Policy": "no-referrer",
      },
    });
  } catch (error) {
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, {
      status: failure.status,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
}

/** Sends the ZIP of a copy, and removes its temporary file. */
export const sendExport = (history: JobHistory, make: () => Promise<MadeExport>): Promise<Response> =>
  download(history, "zip", async () => {
    const { file, bytes, remove } = await make();
    const sent = createReadStream(file);
    // Also fires when the client disconnects midway.
    sent.once("close", () => void remove());
    return { body: Readable.toWeb(sent) as ReadableStream<Uint8Array>, bytes };
  });
