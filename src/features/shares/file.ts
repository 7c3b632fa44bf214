import type { LoaderFunctionArgs } from "react-router";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { atShare } from "./open.server.ts";

/** The document behind a link. `?download` saves it. */
export function loader({ params, request }: LoaderFunctionArgs): Promise<Response> {
  return sendPdf(async () => {
    const { file, fileName: name } = await atShare(request, params["token"], async (_, opened) => opened);
    return { file, name, how: new URL(request.url).searchParams.has("download") ? "attachment" : "inline" };
  });
}
