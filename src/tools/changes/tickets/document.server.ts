import { getBusiness, letterheadOf } from "#ground/businesses/public.server.ts";
import { photosToShare } from "#ground/media/public.server.ts";
import { toSvg } from "#ground/signatures/public.server.ts";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { isVideoType, shotsOf } from "#trade/fieldwork/public.ts";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { lineCents } from "#trade/lines/public.ts";
import { contactOf } from "#trade/reports/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { documentColors } from "#platform/drawing/document-colors.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatAmount } from "#platform/money/money.ts";
import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import { dayWords, moment } from "#platform/time/format.ts";
import { numberOf } from "../rules/states.ts";
import { getChange } from "../stored/changes.server.ts";
import {
  formatAmountOf,
  formatHours,
  hoursOf,
  priceOfLines,
  TICKET,
  TICKET_CATEGORY_LABELS,
  ticketOf,
  wholeQuantity,
} from "./ticket.ts";

const LOGO = "logo.png";
const SIGNATURE = "signature.svg";
const DEFAULT_COLOR = "#1A43BA";
const MOST_PHOTOS = 12;

/** What the PDF of a ticket says. @throws AppError not_found */
export async function readTicket(ctx: AccountContext, id: string) {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  const values = record?.kind === TICKET ? shownFields(record.fields) : {};
  const ticket = ticketOf(values);
  const job = record?.job ? await findJob(ctx, record.job) : null;
  if (!record || !job || values["removed"] === true || ticket.day === "")
    throw new AppError("not_found", "That ticket doesn’t exist.");
  const { row, change } = await getChange(ctx, ticket.changeId);
  const shots = shotsOf(values).filter(({ type }) => !isVideoType(type));
  const photos = await photosToShare(
    ctx,
    record.job,
    shots.slice(0, MOST_PHOTOS).map(({ sha256 }) => sha256),
  );
  return {
    ...{ ticket, record, job, createdAt: ctx.now, title: change.title, number: numberOf(row) },
    zone: await zoneOfJob(ctx, job),
    photos: photos.filter(({ derivatives }) => derivatives.report),
    business: await getBusiness(ctx),
  };
}

/** For `renderPdf`. */
export async function documentOfTicket({
  ticket,
  job,
  createdAt,
  title,
  number,
  zone,
  photos,
  business,
}: Awaited<ReturnType<typeof readTicket>>): Promise<DocumentRequest> {
  const { signed, signer, lines } = ticket;
  const { colour, logo } = await letterheadOf(business);
  const money = (cents: number) => formatAmount(cents, business.currency);
  const isPriced = signed?.agrees === "price";
  const price = priceOfLines(lines);
  const day = dayWords(Temporal.PlainDate.from(ticket.day));
  const sender = business.name ?? "Plumbline";
  const pictures = await Promise.all(
    photos.map(async (photo, at) => [`photo-${at + 1}.jpeg`, (await photo.bytesOf("report"))!] as const),
  );
  const at = signed ? moment(Temporal.Instant.from(signed.at), zone).words : "";
  return {
    template: "tools/changes/tickets/ticket.typ",
    createdAt,
    data: {
      title: `Ticket of ${day}: ${title}`,
      description: `Extra work of ${day}, by time and material, for ${title}.`,
      ...{ author: sender, sender, contact: contactOf(business) },
      accent: documentColors(colour, DEFAULT_COLOR).accent,
      logo: logo ? LOGO : null,
      running: `Ticket of ${day}`,
      facts: [
        { name: "Change", value: [number, title].filter(Boolean).join(", ") },
        { name: "Day of the work", value: day },
        { name: "Project", value: [job.name, job.address].filter(Boolean).join(", ") },
      ],
      paragraphs: ticket.work.split(/\n{2,}/).flatMap((paragraph) => paragraph.trim() || []),
      isPriced,
      lines: lines.map((line) => ({
        ...{ text: line.text, category: TICKET_CATEGORY_LABELS[line.category] },
        quantity: formatAmountOf(line),
        amount: isPriced ? money(lineCents({ quantity: wholeQuantity(line), cents: line.cents })) : "",
      })),
      totals: [
        { name: "Hours in all", value: formatHours(hoursOf(lines)) },
        ...(isPriced && price !== null ? [{ name: "Price", value: money(price) }] : []),
      ],
      statement: signed?.statement ?? "Nobody has signed this ticket yet.",
      signature: signer?.drawing ? SIGNATURE : null,
      signedBy: signed
        ? `${signer ? [signer.name, signer.role].filter(Boolean).join(", ") : "Someone whose data was deleted"}, ${at}${signer && !signer.drawing ? ". They typed their name as their signature." : ""}`
        : "",
      photos: pictures.map(([file], place) => ({ file, alt: `Photo ${place + 1} of the ticket` })),
      words: {
        ...{
          kind: "Time and material ticket",
          work: "What was done",
          lines: "People, materials, and equipment",
        },
        ...{ item: "Item", category: "Kind", quantity: "Quantity", amount: "Amount", signature: "Signature" },
        ...{ photos: "Photos", page: "Page", of: "of" },
      },
    },
    files: {
      ...Object.fromEntries(pictures),
      ...(logo ? { [LOGO]: logo } : {}),
      ...(signer?.drawing ? { [SIGNATURE]: new TextEncoder().encode(toSvg(signer.drawing)) } : {}),
    },
  };
}
