import type { LoaderFunctionArgs } from "react-router";
import { installation } from "#platform/config/installation.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { atShare } from "./open.server.ts";

/** The document behind a link. Private by its address: never cached, never indexed, and it runs nothing. */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<Response> {
  try {
    const document = await atShare(request, params["token"], async (_, opened) => opened);
    const bytes = await installation().files.get(document.file);
    const how = new URL(request.url).searchParams.has("download") ? "attachment" : "inline";
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": contentDisposition(how, document.fileName),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex",
      },
    });
  } catch (error) {
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, { status: failure.status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}
