import type { LoaderFunctionArgs } from "react-router";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { versionToSend } from "./sheet.server.ts";

/** The PDF of one version of a sheet. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> => sendPdf(() => versionToSend(args));
