import { and, count, desc, eq, inArray, isNull, lte } from "drizzle-orm";
import { countBefore, countOf, type JobRecord, recordsOfJob } from "#ground/sync/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, database, isId, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { addReport, checkShape, getJob } from "../data.server.ts";
import { fillShape, eventsIn } from "../paper/gather.server.ts";
import { EVERYTHING, MOST_SCHEDULES, nextTurn } from "../rules.ts";
import type { ScheduleChange, ScheduleRequest } from "../schema.ts";
import { reportsRuns, reportsSchedules } from "../tables.server.ts";

export type Schedule = typeof reportsSchedules.$inferSelect;

const PAGE_SIZE = 200;
const byId = (ctx: AccountContext, id: string) =>
  and(eq(reportsSchedules.accountId, ctx.account.id), eq(reportsSchedules.id, id));

/** Newest first, without ended ones. @param jobId only this job */
export function listSchedules(ctx: AccountContext, jobId?: string): Promise<Schedule[]> {
  return ctx.db
    .select()
    .from(reportsSchedules)
    .where(
      and(
        eq(reportsSchedules.accountId, ctx.account.id),
        isNull(reportsSchedules.endedAt),
        jobId ? eq(reportsSchedules.jobId, jobId) : undefined,
      ),
    )
    .orderBy(desc(reportsSchedules.createdAt), desc(reportsSchedules.id));
}

/** Scheduled id. */
export async function lastRuns(ctx: AccountContext, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, typeof reportsRuns.$inferSelect>();
  const rows = await ctx.db
    .selectDistinctOn([reportsRuns.scheduleId])
    .from(reportsRuns)
    .where(and(eq(reportsRuns.accountId, ctx.account.id), inArray(reportsRuns.scheduleId, [...ids])))
    .orderBy(reportsRuns.scheduleId, desc(reportsRuns.dueAt));
  return new Map(rows.map((row) => [row.scheduleId, row]));
}

/** Even if it is ended. @throws AppError not_found */
export async function getSchedule(ctx: AccountContext, id: string): Promise<Schedule> {
  const [row] = isId(id) ? await ctx.db.select().from(reportsSchedules).where(byId(ctx, id)) : [];
  if (!row) throw new AppError("not_found", "That schedule doesn’t exist.");
  return row;
}

/**
 * Adding the same id again has no effect.
 * @throws AppError not_found for an unknown job; conflict if there are too many schedules
 */
export async function addSchedule(
  ctx: AccountContext,
  id: string,
  request: ScheduleRequest,
): Promise<string> {
  const job = await getJob(ctx, request.job);
  const [has] = await ctx.db
    .select({ count: count() })
    .from(reportsSchedules)
    .where(and(eq(reportsSchedules.accountId, ctx.account.id), isNull(reportsSchedules.endedAt)));
  if ((has?.count ?? 0) >= MOST_SCHEDULES)
    throw new AppError("conflict", `There are ${MOST_SCHEDULES} schedules already. End one you don’t need.`);
  await checkShape(ctx, request);
  const { every, weekday, hour, zone, shape, company, photos, places, client, to } = request;
  const row = isId(id) ? id : newId();
  // The first report covers today.
  const sinceAt = ctx.now.toZonedDateTimeISO(zone).startOfDay().toInstant();
  await ctx.db
    .insert(reportsSchedules)
    .values({
      accountId: ctx.account.id,
      id: row,
      jobId: job.jobId,
      every,
      weekday,
      hour,
      zone,
      shape,
      company,
      photosPerPage: photos,
      places,
      toClient: client,
      recipients: to,
      sinceAt,
      sinceCount: await countBefore(ctx, sinceAt),
      nextAt: nextTurn({ every, weekday, hour, zone }, ctx.now),
      madeBy: ctx.user?.id ?? null,
      createdAt: ctx.now,
    })
    .onConflictDoNothing();
  return row;
}

/** Its job can't change. */
export async function changeSchedule(
  ctx: AccountContext,
  id: string,
  request: ScheduleChange,
): Promise<void> {
  const { jobId } = await getSchedule(ctx, id);
  await checkShape(ctx, { ...request, job: jobId });
  const { every, weekday, hour, zone, shape, company, photos, places, client, to } = request;
  const turn = { every, weekday, hour, zone };
  await ctx.db
    .update(reportsSchedules)
    .set({
      ...turn,
      shape,
      company,
      photosPerPage: photos,
      places,
      toClient: client,
      recipients: to,
      nextAt: nextTurn(turn, ctx.now),
    })
    .where(byId(ctx, id));
}

/** The next report includes what came in while it was paused. */
export async function pauseSchedule(ctx: AccountContext, id: string, paused: boolean): Promise<void> {
  const schedule = await getSchedule(ctx, id);
  await ctx.db
    .update(reportsSchedules)
    .set(
      paused
        ? { pausedAt: schedule.pausedAt ?? ctx.now }
        : { pausedAt: null, nextAt: nextTurn(schedule, ctx.now) },
    )
    .where(byId(ctx, id));
}

export async function endSchedule(ctx: AccountContext, id: string, ended: boolean): Promise<void> {
  const schedule = await getSchedule(ctx, id);
  await ctx.db
    .update(reportsSchedules)
    .set(
      ended
        ? { endedAt: schedule.endedAt ?? ctx.now }
        : { endedAt: null, nextAt: nextTurn(schedule, ctx.now) },
    )
    .where(byId(ctx, id));
}

/**
 * Handles every due schedule exactly once, even from several processes. A failing one doesn't delay others.
 * @throws the last failure, after trying all
 */
export async function claimTurns(): Promise<void> {
  const at = now();
  const failures: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await database().app.query<{ id: string }>(
      "select reports_due_accounts as id from reports_due_accounts($1, $2, $3)",
      [at.toString(), after, PAGE_SIZE],
    );
    for (const { id } of rows) await claimTurnsOf(id).catch((error: unknown) => failures.push(error));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) break;
    after = last.id;
  }
  if (failures.length) throw failures.at(-1);
}

async function claimTurnsOf(accountId: string): Promise<void> {
  while (await withAccount(accountId, claimTurn));
}

/**
 * Requests a report, or records that nothing happened, and sets the next due time. Other processes skip the
 * locked row.
 * @returns whether a schedule was due
 */
async function claimTurn(ctx: AccountContext): Promise<boolean> {
  const [schedule] = await ctx.db
    .select()
    .from(reportsSchedules)
    .where(
      and(
        eq(reportsSchedules.accountId, ctx.account.id),
        lte(reportsSchedules.nextAt, ctx.now),
        isNull(reportsSchedules.pausedAt),
        isNull(reportsSchedules.endedAt),
      ),
    )
    .orderBy(reportsSchedules.nextAt)
    .limit(1)
    .for("update", { skipLocked: true });
  if (!schedule) return false;
  const {
    id,
    jobId,
    sinceAt,
    sinceCount,
    nextAt: dueAt,
    zone,
    shape,
    company,
    photosPerPage,
    places,
    madeBy,
  } = schedule;
  const job = await findJob(ctx, jobId);
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(zone).toPlainDate().toString();
  // Not up to the due time, so that one report covers everything after an outage.
  const untilCount = await countOf(ctx);
  const part = {
    fromDay: dayOf(sinceAt),
    toDay: dayOf(ctx.now),
    sinceCount,
    untilCount,
    zone,
    shape,
    company,
  };
  const isQuiet = !job || !hasContent(ctx, await recordsOfJob(ctx, jobId), part);
  const reportId = isQuiet
    ? null
    : await addReport(ctx, newId(), {
        ...part,
        sinceAt,
        jobId,
        jobName: job.name,
        choice: null,
        photosPerPage,
        places,
        scheduleId: id,
        madeBy,
      });
  await ctx.db.insert(reportsRuns).values({
    accountId: ctx.account.id,
    scheduleId: id,
    dueAt,
    at: ctx.now,
    outcome: isQuiet ? "nothing" : "made",
    reportId,
  });
  await ctx.db
    .update(reportsSchedules)
    .set({ sinceAt: ctx.now, sinceCount: untilCount, nextAt: nextTurn(schedule, ctx.now) })
    .where(byId(ctx, id));
  return true;
}

const hasContent = (
  ctx: AccountContext,
  records: readonly JobRecord[],
  part: Parameters<typeof fillShape>[2],
): boolean =>
  part.shape === EVERYTHING
    ? eventsIn(records, part).length > 0
    : fillShape(ctx, records, part, { business: "", nameOf: () => "" }) !== null;

/** By id, without removed jobs. */
export async function jobNames(
  ctx: AccountContext,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(jobIds)) {
    const job = await findJob(ctx, id);
    if (job) names.set(id, job.name);
  }
  return names;
}
