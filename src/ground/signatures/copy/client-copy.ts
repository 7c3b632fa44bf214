import type { LoaderFunctionArgs } from "react-router";
import { AppError } from "#platform/errors/app-error.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { copyOf } from "./complete.server.ts";
import { answerAt } from "../signatures.server.ts";
import { atSigning } from "../sign/open.server.ts";

/** Serves the signed copy to the link's owner, making it if the task hasn't yet. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return sendPdf(async () => {
    const signed = await atSigning(args, async (ctx, document) => ({
      account: ctx.account.id,
      answer: await answerAt(ctx, document.id),
    }));
    if (signed.answer?.state !== "signed")
      throw new AppError("not_found", "Nothing has been signed here yet.");
    return copyOf(signed.account, signed.answer.id);
  });
}
