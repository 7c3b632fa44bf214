import { and, asc, desc, eq } from "drizzle-orm";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { findStoredRecord, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { findJob, type JobRow, zoneOfJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { allowanceLeft, type Booked, type Contract, contractOf } from "../rules/contract.ts";
import { CHANGE, type Change, changeOf } from "../rules/change.ts";
import { changes, changesVersions } from "../tables.server.ts";
import { type Allowance, type Terms, termsId, termsOf } from "../rules/terms.ts";

/** The kind of a change's papers, and the last part of their pages' addresses. */
export const PAPER = "change";

export type ChangeRow = typeof changes.$inferSelect;
export type Version = typeof changesVersions.$inferSelect;

/** SQL condition: the row of a change. */
export const isChange = (ctx: AccountContext, id: string) =>
  and(eq(changes.accountId, ctx.account.id), eq(changes.id, id));

/** Locked until the transaction ends, so that another answer, revision or command comes before or after. */
export async function lockRow(ctx: AccountContext, id: string): Promise<ChangeRow | undefined> {
  await lockFirst(ctx);
  const [row] = await ctx.db.select().from(changes).where(isChange(ctx, id)).for("update");
  return row;
}

/** A change, with its job. */
export interface Found {
  readonly record: StoredRecord;
  readonly row: ChangeRow;
  readonly change: Change;
  readonly job: JobRow;
  /** IANA zone of the job. */
  readonly zone: string;
}

/** @throws AppError not_found, for one on a removed job too */
export async function getChange(ctx: AccountContext, id: string): Promise<Found> {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  const [row] = record?.kind === CHANGE ? await ctx.db.select().from(changes).where(isChange(ctx, id)) : [];
  const job = row ? await findJob(ctx, row.jobId) : null;
  const values = record ? shownFields(record.fields) : {};
  if (!record || !row || !job || values["removed"] === true)
    throw new AppError("not_found", "That change doesn’t exist.");
  return { record, row, change: changeOf(values), job, zone: await zoneOfJob(ctx, job) };
}

/** All changes of a job, in the order of their numbers. */
export const changesOfJob = (ctx: AccountContext, jobId: string): Promise<ChangeRow[]> =>
  ctx.db
    .select()
    .from(changes)
    .where(and(eq(changes.accountId, ctx.account.id), eq(changes.jobId, jobId)))
    .orderBy(asc(changes.pco));

/** What a job's contract says about changes. */
export async function termsOfJob(ctx: AccountContext, jobId: string): Promise<Terms> {
  const record = await findStoredRecord(ctx, termsId(jobId));
  return termsOf(record ? shownFields(record.fields) : {});
}

export const bookedOf = ({ state, cents, days, covered }: ChangeRow): Booked => ({
  ...{ state, days, covered },
  cents: cents ?? 0,
});

/** The contract as it stands. @param without a change that isn't counted */
export async function contractOfJob(
  ctx: AccountContext,
  job: JobRow,
  without?: string,
): Promise<{ readonly contract: Contract; left(allowance: Allowance): number }> {
  const booked = (await changesOfJob(ctx, job.jobId)).filter(({ id }) => id !== without).map(bookedOf);
  return {
    contract: contractOf({ cents: job.contractCents, finish: job.finishesOn }, booked),
    left: (allowance) => allowanceLeft(allowance, booked),
  };
}

/** What was sent of a change, the newest first. */
export const versionsOf = (ctx: AccountContext, changeId: string): Promise<Version[]> =>
  ctx.db
    .select()
    .from(changesVersions)
    .where(and(eq(changesVersions.accountId, ctx.account.id), eq(changesVersions.changeId, changeId)))
    .orderBy(desc(changesVersions.version));

/** A change that was sent, with the revision its approvers got last; undefined for one that never was. */
export async function findSent(
  ctx: AccountContext,
  id: string,
): Promise<{ readonly row: ChangeRow; readonly version: Version } | undefined> {
  const [[row], [version]] = [
    await ctx.db.select().from(changes).where(isChange(ctx, id)),
    await versionsOf(ctx, id),
  ];
  return row && version && { row, version };
}

/** The revision of a paper, with where its change stands. @throws AppError not_found */
export async function versionOfPaper(
  ctx: AccountContext,
  paperId: string,
): Promise<{ readonly version: Version; readonly row: ChangeRow }> {
  const [found] = await ctx.db
    .select({ version: changesVersions, row: changes })
    .from(changesVersions)
    .innerJoin(changes, and(eq(changes.accountId, ctx.account.id), eq(changes.id, changesVersions.changeId)))
    .where(and(eq(changesVersions.accountId, ctx.account.id), eq(changesVersions.id, paperId)));
  if (!found) throw new AppError("not_found", "Page not found.");
  return found;
}
