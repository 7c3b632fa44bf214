import { and, count, desc, eq, isNotNull } from "drizzle-orm";
import { getBusiness, toolsOf } from "#ground/businesses/public.server.ts";
import { answersTo } from "#ground/papers/public.server.ts";
import { findJob, type ReportShape, zoneOfJob } from "#trade/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { picturesOf } from "./items/items-page.ts";
import { makeTask } from "./paper/make.server.ts";
import { EVERYTHING, MOST_WAITING } from "./rules.ts";
import { watchReport } from "./schedule/send.server.ts";
import type { ReportRequest } from "./schema.ts";
import { reports } from "./tables.server.ts";
import { allShapes } from "./paper/registry.server.ts";
import type { Shapes } from "./content-form.tsx";

export type Report = typeof reports.$inferSelect;

const MOST_LISTED = 200;

/** @throws AppError not_found */
export async function getJob(ctx: AccountContext, jobId: string) {
  const job = isId(jobId) ? await findJob(ctx, jobId) : null;
  if (!job) throw new AppError("not_found", "That job doesn’t exist.");
  return job;
}

async function shapesOf(ctx: AccountContext): Promise<ReportShape[]> {
  const tools = new Set((await toolsOf(ctx)).map(({ word }) => word));
  return allShapes().filter(({ tool, hasOwnForm }) => tools.has(tool) && !hasOwnForm);
}

export async function choicesFor(ctx: AccountContext, jobId: string | null): Promise<Shapes> {
  const shapes = await shapesOf(ctx);
  const companies = await Promise.all(
    shapes.map(async (shape) => (jobId === null ? [] : await shape.companies(ctx, jobId))),
  );
  const known = companies.flat();
  const others = [...new Map(known.map(({ id, name }) => [id, { value: id, label: name }])).values()];
  const own = { value: ctx.account.id, label: (await getBusiness(ctx)).name ?? "Your business" };
  return {
    shapes: shapes.map(({ name, label, hint }, at) => ({
      value: name,
      label,
      hint,
      isByCompany: companies[at]!.length > 0,
    })),
    companies: others.length === 0 ? [] : [own, ...others],
  };
}

/** @throws AppError invalid for an unknown shape, or a company without logs on the job */
export async function checkShape(
  ctx: AccountContext,
  { shape, company, job }: { readonly shape: string; readonly company: string | null; readonly job: string },
): Promise<void> {
  const refuse = (field: string, why: string) => new AppError("invalid", why, { fields: { [field]: why } });
  const chosen = (await shapesOf(ctx)).find(({ name }) => name === shape);
  if (shape !== EVERYTHING && !chosen) throw refuse("shape", "Choose what the report shows.");
  if (company === null || company === ctx.account.id) return;
  const known = (await chosen?.companies(ctx, job)) ?? [];
  if (chosen && known.length === 0)
    throw refuse("company", `A ${chosen.label.toLowerCase()} covers all companies. Choose all.`);
  if (!known.some(({ id }) => id === company))
    throw refuse("company", "This company has no entries on that job. Choose all, or another company.");
}

/** Newest first. @param jobId only this job */
export async function listReports(ctx: AccountContext, jobId?: string): Promise<Report[]> {
  return ctx.db
    .select()
    .from(reports)
    .where(and(eq(reports.accountId, ctx.account.id), jobId ? eq(reports.jobId, jobId) : undefined))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(MOST_LISTED);
}

export async function getReport(ctx: AccountContext, id: string): Promise<Report> {
  const [row] = isId(id)
    ? await ctx.db
        .select()
        .from(reports)
        .where(and(eq(reports.accountId, ctx.account.id), eq(reports.id, id)))
    : [];
  if (!row) throw new AppError("not_found", "That report doesn’t exist.");
  return row;
}

/**
 * The report is made in the background. Requesting the same id again has no effect.
 * @param id created with the form, so that a double click makes one report
 * @throws AppError not_found; conflict while too many reports wait
 */
export async function requestReport(
  ctx: AccountContext,
  id: string,
  request: ReportRequest,
): Promise<string> {
  const job = await getJob(ctx, request.job);
  await checkShape(ctx, request);
  return addReport(ctx, isId(id) ? id : newId(), {
    jobId: job.jobId,
    jobName: job.name,
    fromDay: request.from,
    toDay: request.to,
    sinceAt: null,
    sinceCount: null,
    untilCount: null,
    shape: request.shape,
    company: request.company,
    choice: null,
    photosPerPage: request.photos,
    places: request.places,
    zone: await zoneOfJob(ctx, job),
    scheduleId: null,
    madeBy: ctx.user?.id ?? null,
  });
}

/** SHA-256 of the photos in those reports of a job that a client approved or declined. */
export async function photosOfAnswered(ctx: AccountContext, jobId: string): Promise<ReadonlySet<string>> {
  const pages = await ctx.db
    .select({ id: reports.id, page: reports.page })
    .from(reports)
    .where(and(eq(reports.accountId, ctx.account.id), eq(reports.jobId, jobId), isNotNull(reports.page)));
  const answered = await Promise.all(
    pages.map(async ({ id }) => (await answersTo(ctx, id)).some(({ answer }) => answer !== "asked")),
  );
  return new Set(pages.flatMap(({ page }, at) => (answered[at] ? [...picturesOf(page)] : [])));
}

/**
 * As `requestReport`, of a shape with a form of its own.
 * @param request.choice what the form chose, for the shape
 * @returns where the report is shown
 */
export async function requestOfTool(
  ctx: AccountContext,
  id: string,
  request: {
    readonly job: string;
    readonly shape: string;
    readonly choice: Json;
    readonly photosPerPage: number;
    readonly places: boolean;
  },
): Promise<string> {
  const { job: jobId, ...chosen } = request;
  const job = await getJob(ctx, jobId);
  const zone = await zoneOfJob(ctx, job);
  // The shape says which days its photos are of.
  const today = ctx.now.toZonedDateTimeISO(zone).toPlainDate().toString();
  const report = await addReport(ctx, isId(id) ? id : newId(), {
    ...{ ...chosen, jobId: job.jobId, jobName: job.name, fromDay: today, toDay: today, zone },
    ...{ sinceAt: null, sinceCount: null, untilCount: null, company: null, scheduleId: null },
    madeBy: ctx.user?.id ?? null,
  });
  return `/account/reports/${report}`;
}

type NewReport = Pick<
  Report,
  | "jobId"
  | "jobName"
  | "fromDay"
  | "toDay"
  | "sinceAt"
  | "sinceCount"
  | "untilCount"
  | "shape"
  | "company"
  | "choice"
  | "photosPerPage"
  | "places"
  | "zone"
  | "scheduleId"
  | "madeBy"
>;

/** Saves a report and enqueues making it. @throws AppError conflict while too many wait */
export async function addReport(ctx: AccountContext, id: string, request: NewReport): Promise<string> {
  const [waiting] = await ctx.db
    .select({ count: count() })
    .from(reports)
    .where(and(eq(reports.accountId, ctx.account.id), eq(reports.state, "waiting")));
  if ((waiting?.count ?? 0) >= MOST_WAITING)
    throw new AppError(
      "conflict",
      `${MOST_WAITING} reports are already in progress. Wait until the first ones finish.`,
    );
  const added = await ctx.db
    .insert(reports)
    .values({ accountId: ctx.account.id, id, ...request, state: "waiting", createdAt: ctx.now })
    .onConflictDoNothing()
    .returning({ id: reports.id });
  if (added.length) {
    await enqueue(ctx.db, makeTask, { accountId: ctx.account.id, reportId: id });
    if (request.scheduleId) await watchReport(ctx, id);
  }
  return id;
}

/** Does nothing unless the report failed. */
export async function remakeReport(ctx: AccountContext, id: string): Promise<void> {
  const [again] = await ctx.db
    .update(reports)
    .set({ state: "waiting", problem: null, createdAt: ctx.now })
    .where(
      and(
        eq(reports.accountId, ctx.account.id),
        eq(reports.id, (await getReport(ctx, id)).id),
        eq(reports.state, "failed"),
      ),
    )
    .returning({ id: reports.id });
  if (again) await enqueue(ctx.db, makeTask, { accountId: ctx.account.id, reportId: id });
}
