import type { LoaderFunctionArgs } from "react-router";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { documentOfAudit } from "./document.server.ts";
import { findAudit, nameOf } from "./find.server.ts";

/** The audit report as a PDF. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  sendPdf(async () => {
    const { audit } = await findAudit(args);
    return { file: await renderPdf(await documentOfAudit(audit)), name: `${nameOf(audit)}.pdf` };
  });
