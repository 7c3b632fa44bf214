import type { LoaderFunctionArgs } from "react-router";
import { AppError } from "#platform/errors/app-error.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { atShare } from "./open.server.ts";
import { isLogged, NO_FILE } from "./rules.ts";
import { recordVisitLater } from "./visits.server.ts";

/**
 * Serves the document behind a link; `?download` saves it. Its own address may be passed on too, so every
 * fetch is in the owner's log.
 */
export function loader({ params, request }: LoaderFunctionArgs): Promise<Response> {
  return sendPdf(async () => {
    const isSaved = new URL(request.url).searchParams.has("download");
    const opened = await atShare(request, params["token"], async ({ account }, document) => ({
      ...document,
      account: account.id,
    }));
    const { file, fileName: name, kind, id, account } = opened;
    // Its own page is all there is.
    if (file === NO_FILE) throw new AppError("not_found", "Page not found.");
    if (isLogged(kind) && request.method === "GET")
      recordVisitLater(account, request, id, isSaved ? "saved" : "opened");
    return { file, name, how: isSaved ? "attachment" : "inline" };
  });
}
