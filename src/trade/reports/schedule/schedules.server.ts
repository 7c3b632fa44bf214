import { and, count, desc, eq, inArray, isNull, lte } from "drizzle-orm";
import { countBefore, countOf, type JobRecord, recordsOfJob } from "#ground/sync/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, database, isId, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { addReport, checkShape, getJob } from "../data.server.ts";
import { filledIn, happenedIn } from "../paper/gather.server.ts";
import { EVERYTHING, MOST_SCHEDULES, nextTurn } from "../rules.ts";
import type { ScheduleChange, ScheduleRequest } from "../schema.ts";
import { reportsRuns, reportsSchedules } from "../tables.server.ts";

export type Schedule = typeof reportsSchedules.$inferSelect;

const AT_ONCE = 200;
const mine = (ctx: AccountContext, id: string) =>
  and(eq(reportsSchedules.accountId, ctx.account.id), eq(reportsSchedules.id, id));

/** Schedules that are not ended, the newest first. @param jobId of one job; all where it is left out */
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

/** The newest turn of each of these schedules. */
export async function lastRuns(ctx: AccountContext, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, typeof reportsRuns.$inferSelect>();
  const rows = await ctx.db
    .selectDistinctOn([reportsRuns.scheduleId])
    .from(reportsRuns)
    .where(and(eq(reportsRuns.accountId, ctx.account.id), inArray(reportsRuns.scheduleId, [...ids])))
    .orderBy(reportsRuns.scheduleId, desc(reportsRuns.dueAt));
  return new Map(rows.map((row) => [row.scheduleId, row]));
}

/** A schedule, ended ones too. @throws AppError not_found */
export async function getSchedule(ctx: AccountContext, id: string): Promise<Schedule> {
  const [row] = isId(id) ? await ctx.db.select().from(reportsSchedules).where(mine(ctx, id)) : [];
  if (!row) throw new AppError("not_found", "There is no such schedule here.");
  return row;
}

/**
 * Writes down a report that makes itself; from its first turn on it tells what came in since now. Asked twice
 * with the same id it is one.
 * @throws AppError not_found for a job that is not there, conflict when there are too many
 */
export async function addSchedule(ctx: AccountContext, id: string, wish: ScheduleRequest): Promise<string> {
  const job = await getJob(ctx, wish.job);
  const [has] = await ctx.db
    .select({ count: count() })
    .from(reportsSchedules)
    .where(and(eq(reportsSchedules.accountId, ctx.account.id), isNull(reportsSchedules.endedAt)));
  if ((has?.count ?? 0) >= MOST_SCHEDULES)
    throw new AppError(
      "conflict",
      `There are ${MOST_SCHEDULES} schedules already. End one that you don't need.`,
    );
  await checkShape(ctx, wish);
  const { every, weekday, hour, zone, shape, company, photos, places, client, to } = wish;
  const row = isId(id) ? id : newId();
  // What came in today belongs to the first one.
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

/** Changes when a schedule has its turn, what it shows and whom it goes to; its job stays. */
export async function changeSchedule(ctx: AccountContext, id: string, wish: ScheduleChange): Promise<void> {
  const { jobId } = await getSchedule(ctx, id);
  await checkShape(ctx, { ...wish, job: jobId });
  const { every, weekday, hour, zone, shape, company, photos, places, client, to } = wish;
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
    .where(mine(ctx, id));
}

/** Pauses a schedule, or goes on with it. What came in meanwhile is in its next report. */
export async function pauseSchedule(ctx: AccountContext, id: string, paused: boolean): Promise<void> {
  const schedule = await getSchedule(ctx, id);
  await ctx.db
    .update(reportsSchedules)
    .set(
      paused
        ? { pausedAt: schedule.pausedAt ?? ctx.now }
        : { pausedAt: null, nextAt: nextTurn(schedule, ctx.now) },
    )
    .where(mine(ctx, id));
}

/** Ends a schedule, or takes that back. */
export async function endSchedule(ctx: AccountContext, id: string, ended: boolean): Promise<void> {
  const schedule = await getSchedule(ctx, id);
  await ctx.db
    .update(reportsSchedules)
    .set(
      ended
        ? { endedAt: schedule.endedAt ?? ctx.now }
        : { endedAt: null, nextAt: nextTurn(schedule, ctx.now) },
    )
    .where(mine(ctx, id));
}

/**
 * Takes every turn that has come, in all accounts: once each, whatever number of processes does it, and
 * however often. One that fails holds up no other.
 * @throws the last failure, after all had their turn
 */
export async function claimTurns(): Promise<void> {
  const at = now();
  const failures: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await database().app.query<{ id: string }>(
      "select reports_due_accounts as id from reports_due_accounts($1, $2, $3)",
      [at.toString(), after, AT_ONCE],
    );
    for (const { id } of rows) await claimTurnsOf(id).catch((error: unknown) => failures.push(error));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.id;
  }
  if (failures.length) throw failures.at(-1);
}

async function claimTurnsOf(accountId: string): Promise<void> {
  while (await withAccount(accountId, takeTurn));
}

/**
 * Takes one turn of an account: asks for its report, or notes that there was nothing to tell, and sets the
 * next. Whoever comes second finds the row locked, and looks for another.
 * @returns whether one was found
 */
async function takeTurn(ctx: AccountContext): Promise<boolean> {
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
  // Up to now, not up to the hour: after a night without power one report tells all of it.
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
  const isQuiet = !job || !tells(ctx, await recordsOfJob(ctx, jobId), part);
  const reportId = isQuiet
    ? null
    : await addReport(ctx, newId(), {
        ...part,
        sinceAt,
        jobId,
        jobName: job.name,
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
    .where(mine(ctx, id));
  return true;
}

/** Whether a report of this part would tell anything. */
const tells = (
  ctx: AccountContext,
  records: readonly JobRecord[],
  part: Parameters<typeof filledIn>[2],
): boolean =>
  part.shape === EVERYTHING
    ? happenedIn(records, part).length > 0
    : filledIn(ctx, records, part, { business: "", nameOf: () => "" }) !== null;

/** What jobs are called, by id; those that were taken away are missing. */
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
