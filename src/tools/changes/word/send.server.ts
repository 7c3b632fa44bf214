import { z } from "zod";
import { getBusiness, letterheadOf } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { refuseMail, savePaper, sendPaper, sharePaper, storePdf } from "#ground/papers/public.server.ts";
import { findStoredRecord, shownFields, writeAsProduct } from "#ground/sync/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { mayText } from "#trade/leads/public.server.ts";
import { clientOf, contactOf } from "#trade/reports/public.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import { letterOf } from "../letter/document.ts";
import { formatDirected } from "../rules/sheet.ts";
import { getChange } from "../stored/changes.server.ts";
import { type Outcome, WORD, WORD_PAPER, wordOf } from "./word.ts";

/** Days for which its link works. */
const OPENS_DAYS = 90;

/** Asks what a record says to ask, once: by email, and by text where the client agreed to texts. */
export const askTask: Task<{ readonly accountId: string; readonly id: string }> = {
  name: "changes.ask",
  payload: z.object({ accountId: z.uuid(), id: z.uuid() }),
  async run({ accountId, id }) {
    const within = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(accountId, work);
    const found = await within((ctx) => prepare(ctx, id));
    if (!found) return;
    const pdf = await storePdf(accountId, await renderPdf(letterOf(found.letter)));
    try {
      await within((ctx) => send(ctx, id, found, pdf));
    } catch (error) {
      // Too many emails today, say: its people read why, and may ask again.
      if (!(error instanceof AppError) || error.code === "internal" || error.code === "unavailable")
        throw error;
      await within((ctx) => saveOutcome(ctx, id, { is: "unsent", name: "", words: error.message }));
    }
  },
};

/** Everything that asking needs; null if it was asked, can't be, or is gone. */
async function prepare(ctx: AccountContext, id: string) {
  const record = await findStoredRecord(ctx, id);
  const word = record?.kind === WORD ? wordOf(shownFields(record.fields)) : null;
  if (!record || !word || word.outcome) return null;
  const refusal = await refuseMail(ctx);
  if (refusal) {
    await saveOutcome(ctx, id, { is: "unsent", name: "", words: refusal });
    return null;
  }
  const { asked } = word;
  const { job, zone } = await getChange(ctx, asked.change);
  const business = await getBusiness(ctx);
  const author = firstWritten(record.fields)?.author ?? null;
  const teller = (await namesOf(ctx.db, [author])).get(author ?? "") ?? business.name ?? "We";
  const { colour, logo } = await letterheadOf(business);
  const when = formatDirected({ ...asked, by: "" });
  return {
    ...{ asked, job, zone, business, teller, when, client: await clientOf(ctx, job.jobId) },
    letter: {
      title: `What ${asked.by} asked for`,
      to: [asked.by, asked.email],
      facts: [
        { name: "Project", value: [job.name, job.address].filter(Boolean).join(", ") },
        { name: "Said by", value: asked.by },
        ...(when ? [{ name: "When, where", value: when }] : []),
        { name: "Written down by", value: teller },
      ],
      paragraphs: [`“${asked.said}”`, "Please tell us whether that’s right."],
      createdAt: ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
      zone,
      ...{ business: business.name ?? "", contact: contactOf(business), colour, logo },
    },
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof prepare>>>;

/** "Luis wrote down what you said (Nov 28, 2026, 2:10 PM, in the kitchen): “Move the opening.”" */
const sentence = ({ asked, teller, when }: Found): string =>
  `${teller} wrote down what you said${when ? ` (${when})` : ""}: “${asked.said}”`;

async function send(
  ctx: AccountContext,
  id: string,
  found: Found,
  pdf: Awaited<ReturnType<typeof storePdf>>,
): Promise<void> {
  const { asked, job, zone, business, client } = found;
  const paper = await savePaper(ctx, {
    ...{ id: derivedId("changes.word", id), kind: WORD_PAPER, thingId: id, version: 1, jobId: job.jobId },
    accountPath: `/account/changes/${asked.change}`,
    title: asked.said.slice(0, 200),
    fileName: "what-you-said.pdf",
    ...pdf,
  });
  const links = { days: OPENS_DAYS, passcode: "", asks: "yes" } as const;
  const name = business.name ?? "We";
  const isClient = client?.address.toLowerCase() === asked.email.toLowerCase();
  const sent = await sendPaper(
    ctx,
    paper,
    // The same record emails nobody twice.
    { ...links, to: [asked.email.toLowerCase()], words: "", form: id },
    {
      page: WORD_PAPER,
      zone,
      client: { name: asked.by, address: asked.email.toLowerCase(), leadId: isClient ? client.leadId : null },
      words: {
        subject: `Is this right? ${asked.said}`,
        what: "note",
        button: "Answer: yes, or not quite",
        about: `${sentence(found)} Is that right? Please answer before we go on.`,
        reason: `You’re getting this because ${name} does work at ${job.address ?? job.name}, and wrote down what you said.`,
      },
    },
  );
  if (sent.length === 0) return;
  await saveOutcome(ctx, id, { is: "sent", name: "", words: "" });
  const leadId = isClient ? client.leadId : null;
  const contact = leadId ? (await mayText(ctx, [leadId])).get(leadId) : undefined;
  if (!leadId || !contact?.phone || contact.refusal !== null) return;
  const { address } = await sharePaper(ctx, paper, links, WORD_PAPER);
  await queueTexts(
    ctx.db,
    [
      {
        ...{ id: derivedId("changes.word.text", id), accountId: ctx.account.id, to: contact.phone },
        ...{ body: `${name}: is this right? “${asked.said}” Yes, or not quite: ${address}`, aboutId: leadId },
      },
    ],
    { now: ctx.now },
  );
}

/** Saves what became of a question, for devices. Who erased their words isn't asked about any more. */
export async function saveOutcome(
  ctx: AccountContext,
  id: string,
  outcome: Omit<Outcome, "at">,
): Promise<void> {
  const record = await findStoredRecord(ctx, id);
  if (!record || !wordOf(shownFields(record.fields))) return;
  await writeAsProduct(ctx, record, { outcome: { ...outcome, at: ctx.now.toString() } });
}
