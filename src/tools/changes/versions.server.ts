import { getBusiness, letterheadOf } from "#ground/businesses/public.server.ts";
import { photosOf } from "#ground/media/public.server.ts";
import {
  closePaper,
  type LinkChoices,
  nextNumber,
  type Paper,
  savePaper,
  type Sending,
  sendPaper,
  sharePaper,
  storePdf,
} from "#ground/papers/public.server.ts";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import { isVideoType, shotsOf } from "#trade/fieldwork/public.ts";
import { clientOf, contactOf } from "#trade/reports/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { formatAmount } from "#platform/money/money.ts";
import { type DocumentRequest, renderPdf } from "#platform/pdf/render.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { problemsOf } from "./checks.ts";
import { documentOf } from "./paper/document.ts";
import { whyFrozen } from "./rules.ts";
import { type Sheet, sheetOf } from "./sheet.ts";
import { setState } from "./state.server.ts";
import { isOpen, numberOf, revisionLabel, standingOf } from "./states.ts";
import {
  contractOfJob,
  type Found,
  getChange,
  lockRow,
  PAPER,
  rowOf,
  termsOfJob,
  todayAt,
  type Version,
  versionsOf,
} from "./stored.server.ts";
import { changes, changesVersions } from "./tables.server.ts";
import { expireTask } from "./tasks.server.ts";
import { totalsOf } from "./totals.ts";

/** Pictures on a paper; more stay with the change. */
const MOST_PHOTOS = 12;

/** A change as its approvers would get it now. */
export async function sheetNow(ctx: AccountContext, { record, change, job }: Found): Promise<Sheet> {
  const terms = await termsOfJob(ctx, job.jobId);
  const { contract, left } = await contractOfJob(ctx, job, record.id);
  const allowance = terms.allowances.find(({ id }) => id === change.covered?.id);
  const shots = shotsOf(shownFields(record.fields))
    .filter(({ type }) => !isVideoType(type))
    .slice(0, MOST_PHOTOS);
  return sheetOf({
    ...{ change, terms, contract, allowanceLeft: allowance ? left(allowance) : null },
    photos: shots.map(({ sha256 }) => sha256),
    currency: (await getBusiness(ctx)).currency,
  });
}

/** Whether its approvers have exactly this. */
export const isSent = (sheet: Sheet, last: Version | undefined): boolean =>
  last !== undefined && canonicalJson(sheet) === canonicalJson(last.sheet);

/** Everything that drawing a revision needs, read in one transaction. */
async function prepare(ctx: AccountContext, id: string) {
  const found = await getChange(ctx, id);
  const { row, change, job, zone } = found;
  const frozen = whyFrozen(row.state);
  if (frozen) throw new AppError("conflict", frozen);
  const terms = await termsOfJob(ctx, job.jobId);
  const [problem] = problemsOf(change, terms, todayAt(ctx.now, zone));
  if (problem) throw new AppError("invalid", problem, { fields: { change: problem } });
  const sheet = await sheetNow(ctx, found);
  const number = row.cor ?? (await giveNumber(ctx, id));
  const [last] = await versionsOf(ctx, id);
  const isNew = !isOpen(row.state) || !isSent(sheet, last);
  const { covered } = totalsOf(change, terms);
  return {
    ...found,
    ...{ number, sheet, last, isNew, version: isNew ? row.version + 1 : row.version },
    covered: change.covered && { id: change.covered.id, cents: covered },
    ...(await paperParts(ctx, found, sheet)),
  };
}

/** Numbers are never given twice: a change whose sending fails is a request already. */
async function giveNumber(ctx: AccountContext, id: string): Promise<string> {
  const row = await lockRow(ctx, id);
  if (row?.cor) return row.cor;
  const cor = await nextNumber(ctx, "COR", row!.jobId);
  await ctx.db.update(changes).set({ cor }).where(rowOf(ctx, id));
  return cor;
}

/** What a paper has beside its sheet. */
async function paperParts(ctx: AccountContext, { job, record }: Found, sheet: Sheet) {
  const photos = await photosOf(ctx, sheet.photos);
  if (photos.some(({ state }) => state === "waiting") || photos.length < sheet.photos.length)
    throw new AppError("unavailable", "Its photos are still uploading. Try again in a minute.", {
      retryAfter: 5,
    });
  const stored = await findStoredRecord(ctx, job.jobId);
  const typed = stored ? jobOf(job.jobId, shownFields(stored.fields)).clientName : null;
  const client = await clientOf(ctx, job.jobId);
  return {
    photos: photos.flatMap(({ derivatives: { report } }) => (report ? [report] : [])),
    business: await getBusiness(ctx),
    client,
    clientName: typed ?? client?.name ?? "",
    standing: standingOf(shownFields(record.fields)),
  };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** A PDF that is drawn and stored, to be handed over in one transaction. */
export interface Drawn extends Prepared {
  readonly pdf: Awaited<ReturnType<typeof storePdf>> | null;
}

type Within = <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>;

/**
 * Draws what is to be sent. Drawing takes a moment, so no transaction may be open.
 * @param within runs work in a transaction as the acting person
 * @throws AppError not_found; conflict for an approved one; invalid with what is missing
 */
export async function drawChange(within: Within, id: string): Promise<Drawn> {
  const { account, createdAt, ...prepared } = await within(async (ctx) => ({
    ...(await prepare(ctx, id)),
    account: ctx.account.id,
    createdAt: ctx.now.round({ smallestUnit: "millisecond", roundingMode: "floor" }),
  }));
  if (!prepared.isNew) return { ...prepared, pdf: null };
  const pdf = await renderPdf(await requestOf({ ...prepared, createdAt }));
  return { ...prepared, pdf: await storePdf(account, pdf) };
}

/** The PDF of a change as its approvers would get it now, for `renderPdf`. @throws AppError not_found */
export async function previewOf(within: Within, id: string): Promise<DocumentRequest> {
  const found = await within(async (ctx) => {
    const one = await getChange(ctx, id);
    const [last] = await versionsOf(ctx, id);
    const sheet = whyFrozen(one.row.state) && last ? last.sheet : await sheetNow(ctx, one);
    const version = isSent(sheet, last) ? one.row.version : one.row.version + 1;
    const parts = await paperParts(ctx, one, sheet);
    return { ...one, sheet, version, ...parts, number: numberOf(one.row)!, createdAt: ctx.now };
  });
  return requestOf(found);
}

async function requestOf(
  of: Pick<Prepared, "sheet" | "business" | "job" | "zone" | "version" | "photos" | "clientName"> & {
    readonly number: string;
    readonly createdAt: Temporal.Instant;
  },
): Promise<DocumentRequest> {
  const { sheet, business, job, zone, version, number, createdAt, clientName } = of;
  const { colour, logo } = await letterheadOf(business);
  const { files } = installation();
  return documentOf({
    ...{ sheet, number, revision: revisionLabel(version), createdAt, zone, colour, logo },
    ...{ business: business.name ?? "", contact: contactOf(business) },
    project: { name: job.name, client: clientName, address: job.address },
    photos: await Promise.all(
      of.photos.map(async ({ file, width, height }) => ({
        bytes: await files.get(file),
        aspect: width / height,
      })),
    ),
  });
}

/**
 * Saves what was drawn as the newest revision, unless its approvers have this one already.
 * @throws AppError conflict if it was changed, sent or approved meanwhile
 */
async function saveVersion(ctx: AccountContext, drawn: Drawn, approvers: number): Promise<Paper> {
  const { record, row, sheet, number, version, last, pdf, zone } = drawn;
  const now = await getChange(ctx, record.id);
  const isSame =
    canonicalJson(await sheetNow(ctx, now)) === canonicalJson(sheet) && now.row.version === row.version;
  if (!isSame)
    throw new AppError("conflict", "It changed while it was being sent. Review it, then send it again.");
  const id = pdf === null ? last!.id : newId();
  const answerBy = sheet.answerBy === null ? undefined : endOf(sheet.answerBy, zone);
  const paper = await savePaper(ctx, {
    ...{ id, kind: PAPER, thingId: record.id, version, number, jobId: row.jobId, approvers },
    accountPath: `/account/changes/${record.id}`,
    title: sheet.title,
    fileName: `${number.toLowerCase()}-${revisionLabel(version).toLowerCase()}.pdf`,
    ...(pdf ?? { file: "", sha256: "" }),
    ...(answerBy ? { answerBy } : {}),
  });
  if (pdf === null) return paper;
  await ctx.db.insert(changesVersions).values({
    ...{ accountId: ctx.account.id, id, changeId: record.id, version, sheet, createdAt: ctx.now },
  });
  await setState(ctx, record.id, "sent", {
    ...{ version, cents: sheet.cents, days: sheet.days, covered: drawn.covered },
    sentAt: row.sentAt ?? ctx.now,
  });
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
 * Emails a revision, to each approver with a link of their own.
 * @throws AppError as saveVersion
 */
export async function sendChange(ctx: AccountContext, drawn: Drawn, sending: Sending): Promise<void> {
  const { sheet, job, zone, business, client } = drawn;
  const approvers = sending.everyone === "yes" ? sending.to.length : 1;
  const paper = await saveVersion(ctx, drawn, approvers);
  const price = formatAmount(sheet.cents, business.currency);
  await sendPaper(ctx, paper, sending, {
    page: PAPER,
    zone,
    client,
    words: {
      subject: `Change ${paper.number}: ${sheet.title}, ${price}`,
      what: "change",
      about: `Here’s a change to the work at ${job.address ?? job.name}: ${sheet.title}, ${price}. Open it to see what changes, ask a question, or approve it.`,
      reason: `You’re getting this because ${business.name ?? "we"} does work for you, and this changes it.`,
    },
  });
}

/**
 * Makes a link to a revision, to text or to hand over.
 * @returns the full address, which can't be retrieved later
 */
export const shareChange = async (ctx: AccountContext, drawn: Drawn, link: LinkChoices): Promise<string> =>
  (await sharePaper(ctx, await saveVersion(ctx, drawn, 1), link, PAPER)).address;

/**
 * Takes back the revision that its approvers have: its page says so, and can't be approved.
 * @throws AppError not_found; conflict if it was answered meanwhile
 */
export async function withdrawChange(ctx: AccountContext, id: string): Promise<void> {
  await getChange(ctx, id);
  const [newest] = await versionsOf(ctx, id);
  if (!newest) throw new AppError("conflict", "It hasn’t been sent yet.");
  await closePaper(ctx, newest.id, "withdrawn");
  await setState(ctx, id, "withdrawn");
}
