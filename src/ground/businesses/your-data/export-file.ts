import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { findExport, requireRecentProof } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";

/** Downloads a person's data copy. Only that person can, after confirming their identity. */
export async function loader(args: LoaderFunctionArgs) {
  const person = await requireRecentProof(args);
  try {
    const found = await findExport(person, args.params["exportId"] ?? "");
    if (!found)
      throw new AppError(
        "not_found",
        "This copy is gone. We keep copies for 7 days. Request a new one in your settings.",
      );
    const { brand, files } = installation();
    const name = `${brand} data ${found.readyAt.toString().slice(0, 10)}.zip`;
    return new Response(Readable.toWeb(await files.stream(found.file)) as ReadableStream<Uint8Array>, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Length": String(found.bytes),
        "Content-Disposition": contentDisposition("attachment", name),
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
