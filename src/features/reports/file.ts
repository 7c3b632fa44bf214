import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { AppError, toAppError } from "#platform/errors/app-error.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { getReport } from "./data.server.ts";

/** `/account/reports/{id}/pdf`: the file as it was made and sent. `?download` saves it. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  // What was found is sent after the transaction, which must not wait for a slow reader.
  const { file, fileName } = await inAccount(args, "work.read", (ctx) => getReport(ctx, args.params["reportId"] ?? ""));
  try {
    if (file === null || fileName === null) throw new AppError("not_found", "This report is not made yet.");
    const bytes = await installation().files.get(file);
    const how = new URL(args.request.url).searchParams.has("download") ? "attachment" : "inline";
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": contentDisposition(how, fileName),
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
      },
    });
  } catch (error) {
    const failure = toAppError(error);
    return new Response(`${failure.message}\n`, { status: failure.status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}
