import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { getReport } from "./data.server.ts";

/** The file exactly as it was sent. `?download` saves it. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { file, fileName: name } = await inAccount(args, "work.read", (ctx) =>
    getReport(ctx, args.params["reportId"] ?? ""),
  );
  return sendPdf(() => {
    if (file === null || name === null) throw new AppError("not_found", "This report isn’t ready yet.");
    return Promise.resolve({
      file,
      name,
      how: new URL(args.request.url).searchParams.has("download") ? "attachment" : "inline",
    });
  });
}
