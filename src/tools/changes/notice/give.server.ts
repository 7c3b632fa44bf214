import { z } from "zod";
import { getBusiness, letterheadOf } from "#ground/businesses/public.server.ts";
import { refuseMail, savePaper, sendPaper, storePdf } from "#ground/papers/public.server.ts";
import { findStoredRecord, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { clientOf, contactOf } from "#trade/reports/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { letterOf } from "../letter/document.ts";
import { REASON_LABELS } from "../rules/change.ts";
import { formatDirected } from "../rules/sheet.ts";
import { numberOf } from "../rules/states.ts";
import { getChange } from "../stored/changes.server.ts";
import { givenOf, NOTICE, NOTICE_OUTCOMES, NOTICE_PAPER } from "./given.ts";

/** The id of a notice's paper. */
export const paperOfNotice = (id: string): string => derivedId("changes.notice.paper", id);

/** Days for which the link in the email works: disputes come late. */
const OPENS_DAYS = 365;

/** Draws a notice, and emails it unless the contract wants a letter. Once. */
export const giveNoticeTask: Task<{ readonly accountId: string; readonly id: string }> = {
  name: "changes.notice",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  async run({ accountId, id }) {
    const within = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(accountId, work);
    const found = await within((ctx) => prepare(ctx, id));
    if (!found) return;
    const pdf = await storePdf(accountId, await renderPdf(letterOf(found.letter)));
    try {
      await within((ctx) => give(ctx, id, found, pdf));
    } catch (error) {
      // Too many emails today, say: its people read why, and give it again.
      if (!(error instanceof AppError) || error.code === "internal" || error.code === "unavailable")
        throw error;
      await within((ctx) => saveOutcome(ctx, id, "unsent", error.message));
    }
  },
};

/** Everything that giving it needs; null if it was given, can't be, or is gone. */
async function prepare(ctx: AccountContext, id: string) {
  const record = await findStoredRecord(ctx, id);
  const given = record?.kind === NOTICE ? givenOf(shownFields(record.fields)) : null;
  if (!given || given.outcome) return null;
  const refusal = given.to.way === "email" ? await refuseMail(ctx) : null;
  if (refusal) {
    await saveOutcome(ctx, id, "unsent", refusal);
    return null;
  }
  const { change, row, job, zone } = await getChange(ctx, given.change);
  const business = await getBusiness(ctx);
  const { colour, logo } = await letterheadOf(business);
  const number = numberOf(row)!;
  const { title, knownAt, reason, where, directed, description } = change;
  const fact = (name: string, value: string) => (value === "" ? [] : [{ name, value }]);
  const day = (moment: Temporal.Instant) => dayWords(moment.toZonedDateTimeISO(zone).toPlainDate());
  return {
    ...{ given, job, zone, business, number, title, client: await clientOf(ctx, job.jobId) },
    letter: {
      title: `Notice of a change: ${title}`,
      to: [given.to.name, ...given.to.address.split("\n"), given.to.email].filter((line) => line.trim()),
      facts: [
        { name: "Project", value: [job.name, job.address].filter(Boolean).join(", ") },
        { name: "Our number", value: number },
        ...fact("First known", knownAt ? day(Temporal.Instant.from(knownAt)) : ""),
        ...fact("Reason", reason ? REASON_LABELS[reason] : ""),
        ...fact("Where", where),
        ...fact("Verbally asked for by", directed ? formatDirected(directed) : ""),
      ],
      paragraphs: [
        "This is our notice under the contract of a change to the work that may change its cost and its completion date.",
        ...description.split(/\n{2,}/).filter((paragraph) => paragraph.trim()),
        "What it costs and how long it takes are in a change order request, which you have or will get. This notice isn’t the request. Please tell us right away if you see it differently.",
      ],
      createdAt: ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
      zone,
      ...{ business: business.name ?? "", contact: contactOf(business), colour, logo },
    },
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof prepare>>>;

async function give(
  ctx: AccountContext,
  id: string,
  { given, job, zone, business, number, title, client }: Found,
  pdf: Awaited<ReturnType<typeof storePdf>>,
): Promise<void> {
  const { way, name, email } = given.to;
  const paper = await savePaper(ctx, {
    ...{ id: paperOfNotice(id), kind: NOTICE_PAPER, thingId: id, version: 1 },
    ...{ jobId: job.jobId, number, accountPath: `/account/changes/${given.change}` },
    title: `Notice of a change: ${title}`,
    fileName: `notice-${number.toLowerCase()}.pdf`,
    ...pdf,
  });
  if (way === "letter") return saveOutcome(ctx, id, "drawn");
  const isClient = client?.address.toLowerCase() === email.toLowerCase();
  const sent = await sendPaper(
    ctx,
    paper,
    // The same record emails nobody twice.
    { to: [email.toLowerCase()], words: "", days: OPENS_DAYS, passcode: "", asks: "nothing", form: id },
    {
      page: NOTICE_PAPER,
      zone,
      client: { name, address: email.toLowerCase(), leadId: isClient ? client.leadId : null },
      words: {
        subject: `Notice of a change: ${title} (${number})`,
        what: "notice",
        about: `This is our notice under the contract of a change to the work at ${job.address ?? job.name}: ${title}, ${number}. The notice has what we know of it.`,
        reason: `You’re getting this because ${business.name ?? "we"} has a contract for work at ${job.address ?? job.name}.`,
      },
    },
  );
  if (sent.length > 0) await saveOutcome(ctx, id, "sent");
}

async function saveOutcome(
  ctx: AccountContext,
  id: string,
  is: (typeof NOTICE_OUTCOMES)[number],
  words = "",
): Promise<void> {
  const record = await findStoredRecord(ctx, id);
  if (record && givenOf(shownFields(record.fields)))
    await writeAsProduct(ctx, record, { outcome: { is, words, at: ctx.now.toString() } });
}
