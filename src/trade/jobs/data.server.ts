import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { erasePerson } from "#ground/evidence/public.server.ts";
import {
  forgetClientIn,
  jobRevisionsUpTo,
  type StoredRecord,
  shownFields,
} from "#ground/sync/public.server.ts";
import { foldedSql, containsAll } from "#platform/db/search-text.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { foldedWords } from "#platform/names/folded.ts";
import { isWon, jobOf, type Status } from "./rules.ts";
import { jobs } from "./tables.server.ts";

export type JobRow = typeof jobs.$inferSelect;

/** Publishes `job.added` or, after a change of status, `job.changed`. Call in the command's transaction. */
export async function saveJobRow(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const values = shownFields(record.fields);
  const {
    id: jobId,
    name,
    address,
    position,
    status,
    leadId,
    startsOn,
    finishesOn,
    contractCents,
    zone,
    team,
  } = jobOf(record.id, values);
  const row = {
    name,
    address,
    lat: position?.lat ?? null,
    lon: position?.lon ?? null,
    status,
    leadId: leadId && isId(leadId) ? leadId : null,
    startsOn,
    finishesOn,
    contractCents,
    zone,
    team: team.filter(isId),
    changedAt: ctx.now,
    removedAt: values["removed"] === true ? ctx.now : null,
  };
  const [before] = await ctx.db
    .select({ status: jobs.status })
    .from(jobs)
    .where(and(eq(jobs.accountId, ctx.account.id), eq(jobs.jobId, jobId)));
  await ctx.db
    .insert(jobs)
    .values({ accountId: ctx.account.id, jobId, ...row })
    .onConflictDoUpdate({ target: [jobs.accountId, jobs.jobId], set: row });
  if (before?.status === status) return;
  await publish(ctx, { type: before ? "job.changed" : "job.added", jobId, status });
}

/** Null for an unknown or removed job. */
export async function findJob(ctx: AccountContext, jobId: string): Promise<JobRow | null> {
  const [row] = await ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.accountId, ctx.account.id), eq(jobs.jobId, jobId), isNull(jobs.removedAt)));
  return row ?? null;
}

/** The jobs among these that exist, by id. */
export async function findJobs(
  ctx: AccountContext,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, JobRow>> {
  const rows = await ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.accountId, ctx.account.id), inArray(jobs.jobId, [...jobIds]), isNull(jobs.removedAt)));
  return new Map(rows.map((job) => [job.jobId, job]));
}

/** The job's time zone, or else the business's. */
export const zoneOfJob = async (
  ctx: AccountContext,
  job: { readonly zone: string | null } | null | undefined,
): Promise<string> => job?.zone ?? (await zoneOf(ctx));

const MOST_JOBS = 500;

/** The jobs that a list over all jobs can be narrowed to, by id, latest changed first. */
export const jobsById = async (ctx: AccountContext): Promise<ReadonlyMap<string, JobRow>> =>
  new Map((await listJobs(ctx, "", MOST_JOBS, true)).map((job) => [job.jobId, job]));

/** For the filter of such a list. @param withQuoted whether jobs are listed that are only priced yet */
export const jobChoices = (
  known: ReadonlyMap<string, JobRow>,
  { withQuoted = false } = {},
): { readonly value: string; readonly label: string }[] =>
  [...known].flatMap(([value, { name, status }]) =>
    withQuoted || isWon(status) ? [{ value, label: name }] : [],
  );

/**
 * Jobs whose name or address has every word, latest changed first.
 * @param search empty for all
 * @param withQuoted whether jobs are listed that are only priced yet; words find them in any case
 */
export async function listJobs(
  ctx: AccountContext,
  search: string,
  most: number,
  withQuoted = search.trim() !== "",
): Promise<JobRow[]> {
  const { id } = ctx.account;
  const matches = containsAll(
    foldedSql(sql`${jobs.name} || ' ' || coalesce(${jobs.address}, '')`),
    foldedWords(search),
  );
  return ctx.db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.accountId, id),
        isNull(jobs.removedAt),
        withQuoted ? undefined : ne(jobs.status, "quoted"),
        matches,
      ),
    )
    .orderBy(desc(jobs.changedAt), jobs.jobId)
    .limit(most);
}

export interface JobFilters {
  readonly status?: Status | undefined;
  readonly leadId?: string | undefined;
  /** Inclusive. */
  readonly changedSince?: Temporal.Instant | undefined;
}

/**
 * Latest changed first, in the order that jobs had at the account's revision `upTo`: a job that changes
 * between two pages appears once.
 * @param page.before the revision of the last job of the previous page
 */
export async function pageOfJobs(
  ctx: AccountContext,
  { status, leadId, changedSince }: JobFilters,
  page: { readonly upTo: number; readonly before: number | undefined; readonly most: number },
): Promise<{ readonly job: JobRow; readonly revision: number }[]> {
  const revisions = jobRevisionsUpTo(ctx, page.upTo);
  return ctx.db
    .select({ job: jobs, revision: revisions.revision })
    .from(jobs)
    .innerJoin(revisions, eq(revisions.id, jobs.jobId))
    .where(
      and(
        eq(jobs.accountId, ctx.account.id),
        isNull(jobs.removedAt),
        status ? eq(jobs.status, status) : ne(jobs.status, "quoted"),
        leadId === undefined ? undefined : eq(jobs.leadId, leadId),
        changedSince && gte(jobs.changedAt, changedSince),
        isNotNull(revisions.revision),
        page.before === undefined ? undefined : lt(revisions.revision, page.before),
      ),
    )
    .orderBy(desc(revisions.revision))
    .limit(page.most);
}

/** Latest changed first. */
export async function jobsOfLead(ctx: AccountContext, leadId: string): Promise<JobRow[]> {
  return ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.accountId, ctx.account.id), eq(jobs.leadId, leadId), isNull(jobs.removedAt)))
    .orderBy(desc(jobs.changedAt), jobs.jobId);
}

/**
 * Removes an erased person from their jobs, commands and histories, which note the erasure. The jobs are the
 * business's work, and stay.
 */
export async function eraseClient(ctx: AccountContext, leadId: string): Promise<void> {
  const commands = await forgetClientIn(ctx, leadId);
  const saying = [...commands].map(([job, ids]) => ({ job, name: "command", ids }) as const);
  await erasePerson(ctx, { person: leadId, rule: "Deleted at the person’s request", saying });
  const theirs = await ctx.db
    .update(jobs)
    .set({ leadId: null })
    .where(and(eq(jobs.accountId, ctx.account.id), eq(jobs.leadId, leadId)))
    .returning({ jobId: jobs.jobId });
  for (const { jobId } of theirs) await publish(ctx, { type: "client.erased", leadId, jobId });
}
