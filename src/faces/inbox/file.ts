import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { replyFile } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";

const LOCKED = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/**
 * An attachment of a reply, always as a download: a stranger sent it, so it is never opened here, whatever
 * type it claims.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { leadId = "", replyId = "", at = "" } = args.params;
  // Sent after the transaction, which must not wait for a slow reader.
  const found = await inAccount(args, "work.read", (ctx) =>
    replyFile(ctx, { leadId, replyId, at: /^\d{1,3}$/.test(at) ? Number(at) : -1 }),
  );
  try {
    const { files } = installation();
    const bytes = await files.size(found.file);
    return new Response(Readable.toWeb(await files.stream(found.file)) as ReadableStream<Uint8Array>, {
      headers: {
        ...LOCKED,
        "Content-Type": "application/octet-stream",
        ...(bytes === undefined ? {} : { "Content-Length": String(bytes) }),
        "Content-Disposition": contentDisposition("attachment", found.name),
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, {
      status: failure.status,
      headers: { ...LOCKED, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
}
