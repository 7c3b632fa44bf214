import { z } from "zod";
import { mailToOwners } from "#ground/businesses/public.server.ts";
import { refuseMail, savePaper, sendPaper, storePdf } from "#ground/papers/public.server.ts";
import { writeAsProduct } from "#ground/sync/public.server.ts";
import { clientOf } from "#trade/reports/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { lockRow } from "../stored/changes.server.ts";
import { documentOfTicket, readTicket } from "./document.server.ts";
import { describeTicket, TICKET_PAPER, type Copied } from "./ticket.ts";

/** Days for which the link in the email works: disputes come late. */
const OPENS_DAYS = 365;

/** The id of a signed ticket's paper. */
const paperOfTicket = (id: string): string => derivedId("changes.ticket.paper", id);

/** Emails a signed ticket to whoever signed it, if they gave an address, and to the owners. Each once. */
export const copyTask: Task<{ readonly accountId: string; readonly id: string }> = {
  name: "changes.ticket-copy",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  async run({ accountId, id }) {
    const within = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(accountId, work);
    const found = await within((ctx) => prepare(ctx, id));
    if (!found) return;
    const pdf = await storePdf(accountId, await renderPdf(await documentOfTicket(found)));
    try {
      await within((ctx) => copy(ctx, id, pdf));
    } catch (error) {
      // Too many emails today, say: its people read why.
      if (!(error instanceof AppError) || error.code === "internal" || error.code === "unavailable")
        throw error;
      await within((ctx) => copy(ctx, id, pdf, error.message));
    }
  },
};

/** The signed ticket; null if it was copied, or is gone. */
async function prepare(ctx: AccountContext, id: string) {
  const found = await readTicket(ctx, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  if (!found?.ticket.signed) return null;
  const { copied, copyTo } = found.ticket;
  return copied?.to === copyTo ? null : found;
}

/** @param refusal why it can't be emailed to whoever signed; asked for without one */
async function copy(
  ctx: AccountContext,
  id: string,
  pdf: Awaited<ReturnType<typeof storePdf>>,
  refusal?: string,
): Promise<void> {
  const first = await prepare(ctx, id);
  if (!first) return;
  // Two tasks of one ticket come one after the other.
  await lockRow(ctx, first.ticket.changeId);
  const found = await prepare(ctx, id);
  if (!found) return;
  const { ticket, record, job, zone, title, number, business } = found;
  const { copyTo: to, copied, signer } = ticket;
  const day = dayWords(Temporal.PlainDate.from(ticket.day));
  const paper = await savePaper(ctx, {
    ...{ id: paperOfTicket(id), kind: TICKET_PAPER, thingId: id, version: 1, jobId: job.jobId },
    accountPath: `/account/changes/${ticket.changeId}`,
    title: `Ticket of ${day}: ${title}`,
    fileName: `ticket-${ticket.day}.pdf`,
    ...pdf,
  });
  const words = to === "" ? "" : (refusal ?? (await refuseMail(ctx)) ?? "");
  if (to !== "" && words === "") {
    const client = await clientOf(ctx, job.jobId);
    const isClient = client?.address.toLowerCase() === to.toLowerCase();
    const name = business.name ?? "We";
    await sendPaper(
      ctx,
      paper,
      // The same ticket emails nobody twice.
      { to: [to.toLowerCase()], words: "", days: OPENS_DAYS, passcode: "", asks: "nothing", form: id },
      {
        page: TICKET_PAPER,
        zone,
        client: {
          ...{ name: signer?.name ?? "", address: to.toLowerCase() },
          leadId: isClient ? client.leadId : null,
        },
        words: {
          subject: `Your signed ticket of ${day}: ${title}`,
          what: "signed ticket",
          about: `Here’s your copy of the ticket that you signed for extra work at ${job.address ?? job.name}: ${title}, ${day}.`,
          reason: `You’re getting this because you signed a ticket of ${name} and gave this address.`,
        },
      },
    );
  }
  if (copied === null)
    await mailToOwners(ctx, {
      subject: `Ticket signed: ${title} at ${job.name}`,
      ...layOutMail({
        brand: installation().brand,
        paragraphs: [
          `${[number, title].filter(Boolean).join(", ")}. Ticket of ${day}: ${describeTicket(ticket)}.`,
          ...(to === ""
            ? []
            : [words === "" ? `The copy went to ${to} too.` : `The copy for ${to} wasn’t sent. ${words}`]),
        ],
        action: {
          label: "Open the signed ticket",
          url: `${installation().publicUrl}/account/changes/tickets/${id}`,
        },
      }),
    });
  const outcome: Copied = { to, is: words === "" ? "sent" : "unsent", words };
  await writeAsProduct(ctx, record, { copied: { ...outcome } });
}
