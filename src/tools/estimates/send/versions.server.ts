import { getBusiness, letterheadOf } from "#ground/businesses/public.server.ts";
import {
  type LinkChoices,
  nextNumber,
  type Paper,
  savePaper,
  type Sending,
  sendPaper,
  sharePaper,
  storePdf,
} from "#ground/papers/public.server.ts";
import { clientOf, contactOf } from "#trade/reports/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatMoney } from "#platform/money/money.ts";
import { type DocumentRequest, renderPdf } from "#platform/pdf/render.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { moveToQuoted } from "../follow-up/lead.server.ts";
import { afterSending } from "../follow-up/choice.server.ts";
import { problemsOf } from "../rules/problems.ts";
import { outsideNameOf } from "../stored/outside-name.server.ts";
import type { OutsideName } from "../rules/outside-name.ts";
import { documentOf } from "../paper/document.ts";
import {
  forClient,
  type Found,
  getEstimate,
  isSent,
  lockRow,
  PAPER,
  rowOf,
  todayAt,
  type Version,
  versionsOf,
} from "../stored/estimates.server.ts";
import { cancelScheduled } from "./scheduled.server.ts";
import { setState } from "../stored/set-state.server.ts";
import { isFrozen, isOpen } from "../rules/states.ts";
import { estimates, estimatesVersions } from "../tables.server.ts";
import { expireTask } from "../close/expire.server.ts";
import { totalsOf } from "../rules/totals.ts";

const SERIES = "EST";

/** Everything that drawing a version needs, read in one transaction. */
async function prepare(ctx: AccountContext, id: string) {
  const found = await getEstimate(ctx, id);
  const { row, estimate, zone } = found;
  if (isFrozen(row.state))
    throw new AppError("conflict", "Your client approved this estimate. Write a new one for what changed.");
  const [problem] = problemsOf(estimate, todayAt(ctx.now, zone));
  if (problem) throw new AppError("invalid", problem.text, { fields: { estimate: problem.text } });
  const number = row.number ?? (await giveNumber(ctx, id, zone));
  const [last] = await versionsOf(ctx, id);
  const isNew = !isOpen(row.state) || !isSent(estimate, last);
  return {
    ...found,
    outside: await outsideNameOf(ctx, found),
    number,
    last,
    isNew,
    version: isNew ? row.version + 1 : row.version,
    business: await getBusiness(ctx),
  };
}

/** Numbers are never given twice: an estimate whose sending fails has its number already. */
async function giveNumber(ctx: AccountContext, id: string, zone: string): Promise<string> {
  const row = await lockRow(ctx, id);
  if (row?.number) return row.number;
  const number = await nextNumber(ctx, `${SERIES}-${ctx.now.toZonedDateTimeISO(zone).year}`);
  await ctx.db.update(estimates).set({ number }).where(rowOf(ctx, id));
  return number;
}

/** A PDF that is drawn and stored, to be handed over in one transaction. */
export interface Drawn extends Awaited<ReturnType<typeof prepare>> {
  readonly pdf: Awaited<ReturnType<typeof storePdf>> | null;
}

/**
 * Draws what is to be sent. Drawing takes a moment, so no transaction may be open.
 * @param within runs work in a transaction as the acting person
 * @throws AppError not_found; conflict for an approved one; invalid with what is missing
 */
export async function drawEstimate(
  within: <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>,
  id: string,
): Promise<Drawn> {
  const { account, createdAt, ...prepared } = await within(async (ctx) => ({
    ...(await prepare(ctx, id)),
    account: ctx.account.id,
    createdAt: ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
  }));
  if (!prepared.isNew) return { ...prepared, pdf: null };
  const pdf = await renderPdf(await requestOf({ ...prepared, createdAt }));
  return { ...prepared, pdf: await storePdf(account, pdf) };
}

/** The PDF of an estimate as its client would get it now, for `renderPdf`. @throws AppError not_found */
export async function previewOf(
  within: <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>,
  id: string,
): Promise<DocumentRequest> {
  const found = await within(async (ctx) => {
    const { row, estimate, job, zone } = await getEstimate(ctx, id);
    const [newest, older] = await versionsOf(ctx, id);
    const isOld = isSent(estimate, newest);
    return {
      ...{ estimate, job, zone, business: await getBusiness(ctx), createdAt: ctx.now },
      ...{ number: row.number ?? "Draft", last: isOld ? older : newest },
      version: isOld ? row.version : row.version + 1,
      outside: await outsideNameOf(ctx, { estimate, job }),
    };
  });
  return requestOf(found);
}

async function requestOf({
  estimate,
  last,
  business,
  job,
  outside,
  ...of
}: Pick<Found, "estimate" | "job" | "zone"> & {
  readonly number: string;
  readonly version: number;
  readonly last: Version | undefined;
  readonly business: Awaited<ReturnType<typeof getBusiness>>;
  readonly createdAt: Temporal.Instant;
  readonly outside: OutsideName;
}): Promise<DocumentRequest> {
  const { colour, logo } = await letterheadOf(business);
  return documentOf({
    ...{ number: of.number, version: of.version, createdAt: of.createdAt, zone: of.zone, colour, logo },
    ...{ estimate: { ...forClient(estimate), title: outside.title }, before: last?.content ?? null },
    ...{ business: business.name ?? "", contact: contactOf(business), currency: business.currency },
    client: { name: outside.client, address: job.address },
  });
}

/**
 * Saves what was drawn as the newest version, unless its client has this one already.
 * @throws AppError conflict if it was changed, sent or approved meanwhile
 */
async function saveVersion(ctx: AccountContext, drawn: Drawn, approvers = 1): Promise<Paper> {
  const { record, row, estimate, number, version, last, pdf, zone } = drawn;
  const now = await getEstimate(ctx, record.id);
  const isSame = canonicalJson(now.estimate) === canonicalJson(estimate) && now.row.version === row.version;
  if (!isSame)
    throw new AppError("conflict", "It changed while it was being sent. Review it, then send it again.");
  const id = pdf === null ? last!.id : newId();
  const answerBy = estimate.validUntil === null ? undefined : endOf(estimate.validUntil, zone);
  const paper = await savePaper(ctx, {
    ...{ id, kind: PAPER, thingId: record.id, version, number, jobId: row.jobId, approvers },
    accountPath: `/account/estimates/${record.id}`,
    title: drawn.outside.title,
    fileName: `${number.toLowerCase()}${version > 1 ? `-v${version}` : ""}.pdf`,
    ...(pdf ?? { file: "", sha256: "" }),
    ...(answerBy ? { answerBy } : {}),
  });
  if (pdf === null) return paper;
  await ctx.db.insert(estimatesVersions).values({
    ...{ accountId: ctx.account.id, id, estimateId: record.id, version },
    ...{ content: forClient(estimate), createdAt: ctx.now },
  });
  const cents = totalsOf(estimate).total;
  await setState(ctx, record.id, "sent", { version, cents, sentAt: row.sentAt ?? ctx.now });
  if (answerBy)
    await enqueue(
      ctx.db,
      expireTask,
      { accountId: ctx.account.id, id: record.id, version },
      { startAfter: answerBy.add({ seconds: 1 }) },
    );
  return paper;
}

/** The last moment of a day. @param day "2026-12-31" */
const endOf = (day: string, zone: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).toInstant().subtract({ seconds: 1 });

/**
 * Emails a version, to each recipient with a link of their own. The client's stage, value and follow-up go
 * with it, and what was scheduled is over.
 * @param followUp whether the client gets follow-up until they reply
 * @throws AppError as saveVersion
 */
export async function sendEstimate(
  ctx: AccountContext,
  drawn: Drawn,
  sending: Sending,
  followUp = false,
): Promise<void> {
  const { record, estimate, number, job, zone, business, outside } = drawn;
  const { total } = totalsOf(estimate);
  const price = formatMoney(total, business.currency);
  const approvers = sending.everyone === "yes" ? sending.to.length : 1;
  await sendPaper(ctx, await saveVersion(ctx, drawn, approvers), sending, {
    page: PAPER,
    zone,
    client: await clientOf(ctx, job.jobId),
    words: {
      subject: outside.isOwn
        ? `Estimate ${number}: ${outside.title}, ${price}`
        : `${outside.title}: ${number}, ${price}`,
      what: "estimate",
      about: `Here’s ${outside.isOwn ? `the estimate for ${outside.title}` : "your estimate"}: ${price}${estimate.options.length > 0 ? ` for “${estimate.options[0]}”` : ""}. Open it to see what’s included, ask a question, or approve it.`,
      reason: `You’re getting this because you asked ${business.name ?? "us"} for an estimate.`,
    },
  });
  await afterSending(ctx, record.id, followUp);
  await cancelScheduled(ctx, record.id);
}

/**
 * Makes a link to a version, to text or to hand over. The job's client is moved to “Quote”.
 * @returns the full address, which can't be retrieved later
 */
export async function shareEstimate(ctx: AccountContext, drawn: Drawn, link: LinkChoices): Promise<string> {
  const { address } = await sharePaper(ctx, await saveVersion(ctx, drawn), link, PAPER);
  const { leadId } = drawn.job;
  if (leadId !== null) await moveToQuoted(ctx, leadId, totalsOf(drawn.estimate).total);
  return address;
}
