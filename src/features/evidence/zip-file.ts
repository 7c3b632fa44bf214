import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { isId } from "#platform/db/scope.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { exportJob, readJobHistory } from "./export.server.ts";

/** A job's history as a ZIP that anybody can check. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const job = /^([0-9a-f-]{36})\.zip$/.exec((args.params["historyFile"] ?? "").toLowerCase())?.[1] ?? "";
  const history = await inAccount(args, "work.read", (ctx) => {
    if (!isId(job)) throw new AppError("not_found", "There is nothing here.");
    return readJobHistory(ctx, job);
  });
  try {
    const { file, bytes, remove } = await exportJob(history);
    const sent = createReadStream(file);
    // Also when whoever asked for it goes away in the middle.
    sent.once("close", () => void remove());
    return new Response(Readable.toWeb(sent) as ReadableStream<Uint8Array>, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Length": String(bytes),
        "Content-Disposition": contentDisposition("attachment", `history ${history.at.toString().slice(0, 10)} ${job.slice(-6)}.zip`),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Referrer-Policy": "no-referrer",
      },
    });
  } catch (error) {
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, { status: failure.status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}
