import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { findPaper } from "#ground/papers/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { paperOfNotice } from "./give.server.ts";

/** The PDF of a notice: as it was emailed, or to print and mail. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { noticeId = "" } = args.params;
  const { file, fileName } = await inAccount(args, "work.read", (ctx) =>
    findPaper(ctx, paperOfNotice(noticeId)),
  );
  return sendPdf(() => Promise.resolve({ file, name: fileName, how: "inline" }));
}
