import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { documentOfTicket, readTicket } from "./document.server.ts";

/** The PDF of a ticket, as it was signed. `?download` saves it. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const found = await inAccount(args, "work.read", (ctx) => readTicket(ctx, args.params["ticketId"] ?? ""));
  return sendPdf(async () => ({
    file: await renderPdf(await documentOfTicket(found)),
    name: `ticket-${found.ticket.day}.pdf`,
    how: new URL(args.request.url).searchParams.has("download") ? "attachment" : "inline",
  }));
}
