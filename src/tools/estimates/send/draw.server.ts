import { getBusiness, letterheadOf } from "#ground/businesses/public.server.ts";
import { type SharedPhoto, withPicturesOnDisk } from "#ground/media/public.server.ts";
import { nextNumber, storePdf } from "#ground/papers/public.server.ts";
import { contactOf } from "#trade/reports/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { todayAt } from "#platform/time/day.ts";
import { documentOf } from "../paper/document.ts";
import type { Estimate } from "../rules/estimate.ts";
import type { OutsideName } from "../rules/outside-name.ts";
import { problemsOf } from "../rules/problems.ts";
import { isFrozen, isOpen } from "../rules/states.ts";
import {
  forClient,
  type Found,
  getEstimate,
  clientHas,
  lockRow,
  isEstimate,
  shownContent,
  type Version,
  versionsOf,
} from "../stored/estimates.server.ts";
import { withPictures } from "../stored/pictures.server.ts";
import { outsideNameOf } from "../stored/outside-name.server.ts";
import { estimates } from "../tables.server.ts";

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
  const { shown, pictures } = await withPictures(ctx, found.job.jobId, estimate);
  const isNew = !isOpen(row.state) || !clientHas(shown, last);
  return {
    ...found,
    shown,
    pictures,
    outside: await outsideNameOf(ctx, found),
    number,
    last,
    isNew,
    version: isNew ? row.version + 1 : row.version,
    business: await getBusiness(ctx),
  };
}

/** Numbers have no gaps: if sending fails after this, the estimate still has its number. */
async function giveNumber(ctx: AccountContext, id: string, zone: string): Promise<string> {
  const row = await lockRow(ctx, id);
  if (row?.number) return row.number;
  const number = await nextNumber(ctx, `${SERIES}-${ctx.now.toZonedDateTimeISO(zone).year}`);
  await ctx.db.update(estimates).set({ number }).where(isEstimate(ctx, id));
  return number;
}

/** An estimate as it was read, and its PDF; null if its client has exactly this version already. */
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
  return { ...prepared, pdf: await storePdf(account, await render({ ...prepared, createdAt })) };
}

/**
 * The PDF of an estimate as its client would get it now.
 * @returns renders it @throws AppError not_found
 */
export async function previewOf(
  within: <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>,
  id: string,
): Promise<() => Promise<Uint8Array>> {
  const found = await within(async (ctx) => {
    const { row, estimate: written, job, zone } = await getEstimate(ctx, id);
    const [newest, older] = await versionsOf(ctx, id);
    const estimate = shownContent(row, written, newest);
    const { shown, pictures } = await withPictures(ctx, job.jobId, estimate);
    const isOld = clientHas(shown, newest);
    return {
      ...{ shown, pictures, job, zone, business: await getBusiness(ctx), createdAt: ctx.now },
      ...{ number: row.number ?? "Draft", last: isOld ? older : newest },
      version: isOld ? row.version : row.version + 1,
      outside: await outsideNameOf(ctx, { estimate, job }),
    };
  });
  return () => render(found);
}

/** Renders the PDF of a version. */
async function render({
  shown,
  pictures,
  last,
  business,
  job,
  outside,
  ...of
}: Pick<Found, "job" | "zone"> & {
  readonly shown: Estimate;
  readonly pictures: readonly SharedPhoto[];
  readonly number: string;
  readonly version: number;
  readonly last: Version | undefined;
  readonly business: Awaited<ReturnType<typeof getBusiness>>;
  readonly createdAt: Temporal.Instant;
  readonly outside: OutsideName;
}): Promise<Uint8Array> {
  const { colour, logo } = await letterheadOf(business);
  return withPicturesOnDisk(pictures, (paths) =>
    renderPdf(
      documentOf({
        ...{ number: of.number, version: of.version, createdAt: of.createdAt, zone: of.zone, colour, logo },
        ...{ estimate: { ...forClient(shown), title: outside.title }, before: last?.content ?? null },
        ...{ business: business.name ?? "", contact: contactOf(business), currency: business.currency },
        client: { name: outside.client, address: job.address },
        pictures: paths,
      }),
    ),
  );
}
