import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { fileKey } from "#platform/files/file-store.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { papersOnJob } from "./papers.server.ts";

const LOCKED = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "private, no-store",
};

/** The PDF of an imported record, always as a download, so that nothing in it runs here. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { jobId = "", sha256 = "" } = args.params;
  // Sent after the transaction, which must not wait for a slow reader.
  const { account, paper } = await inAccount(args, "work.read", async (ctx) => ({
    account: ctx.account.id,
    paper: (await papersOnJob(ctx, jobId)).find((one) => one.sha256 === sha256),
  }));
  try {
    if (!paper) throw new AppError("not_found", "That file doesn’t exist.");
    const { files } = installation();
    const key = fileKey(account, paper.sha256, "pdf");
    return new Response(Readable.toWeb(await files.stream(key)) as ReadableStream<Uint8Array>, {
      headers: {
        ...LOCKED,
        "Content-Type": "application/octet-stream",
        "Content-Disposition": contentDisposition("attachment", paper.name),
        "Content-Length": String(paper.bytes),
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
