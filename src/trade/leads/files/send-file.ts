import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { findFile } from "./files.server.ts";

const LOCKED = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "private, no-store",
};

/**
 * A file of a person, always as a download, so that nothing in it runs here; with `?small`, our own small
 * picture of a photo.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { leadId = "", fileId = "" } = args.params;
  const isSmall = new URL(args.request.url).searchParams.has("small");
  // Sent after the transaction, which must not wait for a slow reader.
  const found = await inAccount(args, "work.read", (ctx) => findFile(ctx, { leadId, fileId }));
  try {
    const key = isSmall ? found.thumbFile : found.file;
    if (key === null) throw new AppError("not_found", "That file has no picture.");
    const { files } = installation();
    const bytes = await files.size(key);
    return new Response(Readable.toWeb(await files.stream(key)) as ReadableStream<Uint8Array>, {
      headers: {
        ...LOCKED,
        "Content-Type": isSmall ? "image/webp" : "application/octet-stream",
        "Content-Disposition": isSmall ? "inline" : contentDisposition("attachment", found.name),
        ...(bytes === undefined ? {} : { "Content-Length": String(bytes) }),
      },
    });
  } catch (error) {
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, {
      status: failure.status,
      headers: { ...LOCKED, "Content-Type": "text/plain; charset=utf-8" },
    });
  }
}
