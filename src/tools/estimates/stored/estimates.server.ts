import { and, desc, eq, type SQL } from "drizzle-orm";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { findStoredRecord, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { findJob, type JobRow, zoneOfJob } from "#trade/jobs/public.server.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { todayAt } from "#platform/time/day.ts";
import { ESTIMATE, type Estimate, estimateOf } from "../rules/estimate.ts";
import { isFrozen } from "../rules/states.ts";
import { estimates, estimatesVersions } from "../tables.server.ts";

/** The kind of an estimate's papers, and the last part of their pages' addresses. */
export const PAPER = "estimate";

export type EstimateRow = typeof estimates.$inferSelect;
export type Version = typeof estimatesVersions.$inferSelect;

/** SQL condition: the row of an estimate. */
export const isEstimate = (ctx: AccountContext, id: string) =>
  and(eq(estimates.accountId, ctx.account.id), eq(estimates.id, id));

/** Locked until the transaction ends, so that another answer, version or command comes before or after. */
export async function lockRow(ctx: AccountContext, id: string): Promise<EstimateRow | undefined> {
  await lockFirst(ctx);
  const [row] = await ctx.db.select().from(estimates).where(isEstimate(ctx, id)).for("update");
  return row;
}

/** An estimate, and the version that was sent last; null before the first. */
export interface WithVersion {
  readonly row: EstimateRow;
  readonly version: Version | null;
}

/** Estimates with the version that was sent last, latest change first. */
export const withVersions = (
  ctx: AccountContext,
  which: SQL | undefined,
  most: number,
): Promise<WithVersion[]> =>
  ctx.db
    .select({ row: estimates, version: estimatesVersions })
    .from(estimates)
    .leftJoin(
      estimatesVersions,
      and(
        eq(estimatesVersions.accountId, ctx.account.id),
        eq(estimatesVersions.estimateId, estimates.id),
        eq(estimatesVersions.version, estimates.version),
      ),
    )
    .where(and(eq(estimates.accountId, ctx.account.id), which))
    .orderBy(desc(estimates.stateAt))
    .limit(most);

/** An estimate that was sent, with the version its client got last. */
export interface SentEstimate {
  readonly row: EstimateRow;
  readonly version: Version;
}

/** Undefined for an unknown estimate, or one that was never sent. */
export async function findSent(ctx: AccountContext, id: string): Promise<SentEstimate | undefined> {
  const [found] = await withVersions(ctx, eq(estimates.id, id), 1);
  return found?.version ? { row: found.row, version: found.version } : undefined;
}

/** What an estimate says: an approved one what its client saw, whatever a device wrote meanwhile. */
export const shownContent = (
  row: EstimateRow,
  written: Estimate,
  last: Version | null | undefined,
): Estimate => (isFrozen(row.state) && last ? last.content : written);

/** An estimate, with its job. */
export interface Found {
  readonly record: StoredRecord;
  readonly row: EstimateRow;
  readonly estimate: Estimate;
  readonly job: JobRow;
  /** IANA zone of the job. */
  readonly zone: string;
}

/** @throws AppError not_found, for one on a removed job too */
export async function getEstimate(ctx: AccountContext, id: string): Promise<Found> {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  const [row] =
    record?.kind === ESTIMATE ? await ctx.db.select().from(estimates).where(isEstimate(ctx, id)) : [];
  const job = row ? await findJob(ctx, row.jobId) : null;
  const values = record ? shownFields(record.fields) : {};
  if (!record || !row || !job || values["removed"] === true)
    throw new AppError("not_found", "That estimate doesn’t exist.");
  return { record, row, estimate: estimateOf(values), job, zone: await zoneOfJob(ctx, job) };
}

/** What was sent of an estimate, the newest first. */
export const versionsOf = (ctx: AccountContext, estimateId: string): Promise<Version[]> =>
  ctx.db
    .select()
    .from(estimatesVersions)
    .where(and(eq(estimatesVersions.accountId, ctx.account.id), eq(estimatesVersions.estimateId, estimateId)))
    .orderBy(desc(estimatesVersions.version));

/** The version of a paper. @throws AppError not_found */
export async function versionOfPaper(ctx: AccountContext, paperId: string): Promise<Version> {
  const [version] = await ctx.db
    .select()
    .from(estimatesVersions)
    .where(and(eq(estimatesVersions.accountId, ctx.account.id), eq(estimatesVersions.id, paperId)));
  if (!version) throw new AppError("not_found", "Page not found.");
  return version;
}

/** An estimate as its client sees it: without what the lines cost us. */
export const forClient = (estimate: Estimate): Estimate => ({
  ...estimate,
  lines: estimate.lines.map((line) => ({ ...line, cost: null })),
});

/** Whether the version that was sent last says exactly this. */
export const clientHas = (estimate: Estimate, last: Version | undefined): boolean =>
  last !== undefined && canonicalJson(forClient(estimate)) === canonicalJson(last.content);

/** The day of a moment where the job is. @param at milliseconds since 1970 */
export const dayBegun = (at: number, zone: string): string =>
  todayAt(Temporal.Instant.fromEpochMilliseconds(Math.trunc(at)), zone);
