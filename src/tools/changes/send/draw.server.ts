import { getBusiness, letterheadOf } from "#ground/businesses/public.server.ts";
import { photosToShare } from "#ground/media/public.server.ts";
import { nextNumber, storePdf } from "#ground/papers/public.server.ts";
import { findStoredRecord, shownFields } from "#ground/sync/public.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import { isVideoType, shotsOf } from "#trade/fieldwork/public.ts";
import { clientOf, contactOf } from "#trade/reports/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type DocumentRequest, renderPdf } from "#platform/pdf/render.server.ts";
import { todayAt } from "#platform/time/day.ts";
import { dayWords } from "#platform/time/format.ts";
import { documentOf } from "../paper/document.ts";
import { whyFrozen } from "../rules/change.ts";
import { problemsOf } from "../rules/problems.ts";
import { type Sheet, sheetOf } from "../rules/sheet.ts";
import { isOpen, numberOf, revisionLabel } from "../rules/states.ts";
import { totalsOf } from "../rules/totals.ts";
import {
  contractOfJob,
  type Found,
  getChange,
  isChange,
  lockRow,
  termsOfJob,
  type Version,
  versionsOf,
} from "../stored/changes.server.ts";
import { changes } from "../tables.server.ts";
import { ticketsOf } from "../tickets/stored.server.ts";
import { describeTicket } from "../tickets/ticket.ts";

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
    tickets: (await ticketsOf(ctx, record.id, job.jobId)).flatMap((ticket) =>
      ticket.signed ? `${dayWords(Temporal.PlainDate.from(ticket.day))}: ${describeTicket(ticket)}` : [],
    ),
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
  await ctx.db.update(changes).set({ cor }).where(isChange(ctx, id));
  return cor;
}

/** What a paper has beside its sheet. */
async function paperParts(ctx: AccountContext, { job }: Found, sheet: Sheet) {
  const photos = await photosToShare(ctx, job.jobId, sheet.photos);
  if (photos.some(({ state }) => state === "waiting") || photos.length < sheet.photos.length)
    throw new AppError("unavailable", "Its photos are still uploading. Try again in a minute.", {
      retryAfter: 5,
    });
  const stored = await findStoredRecord(ctx, job.jobId);
  const typed = stored ? jobOf(job.jobId, shownFields(stored.fields)).clientName : null;
  const client = await clientOf(ctx, job.jobId);
  return {
    photos: photos.filter(({ derivatives }) => derivatives.report),
    business: await getBusiness(ctx),
    client,
    clientName: typed ?? client?.name ?? "",
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
  return documentOf({
    ...{ sheet, number, revision: revisionLabel(version), createdAt, zone, colour, logo },
    ...{ business: business.name ?? "", contact: contactOf(business) },
    project: { name: job.name, client: clientName, address: job.address },
    photos: await Promise.all(
      of.photos.map(async (photo) => {
        const { width, height } = photo.derivatives.report!;
        return { bytes: (await photo.bytesOf("report"))!, aspect: width / height };
      }),
    ),
  });
}
