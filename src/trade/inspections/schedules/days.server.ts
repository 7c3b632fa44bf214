import { zoneOf } from "#ground/businesses/public.server.ts";
import { dueAtHour } from "#ground/due/public.server.ts";
import { findStoredRecord, findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { itemsInContexts, listItems } from "#ground/worklist/public.server.ts";
import { dateAt, firstWritten } from "#trade/fieldwork/public.ts";
import { findJobs, type JobRow } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { dueId } from "../rules/ids.ts";
import { isWalked, RUN } from "../rules/run.ts";
import {
  dueDays,
  firstDayOf,
  type MovedTo,
  type Schedule,
  SCHEDULE,
  scheduleOf,
  SHOWN_DAYS,
} from "./rules.ts";

const MOST_SCHEDULES = 1_000;

/** A schedule of a job that is worked on. */
export interface OpenSchedule {
  readonly id: string;
  readonly schedule: Schedule;
  readonly job: JobRow;
  /** The job's time zone. */
  readonly zone: string;
  readonly today: Temporal.PlainDate;
  /** The day it was written, or moved to its job: nobody missed a list before. */
  readonly since: string;
  /** For whom its lists are due: a person, the team, or who wrote it. */
  readonly people: readonly string[];
}

/** A day on which a list is or was due. */
export interface DueDay extends OpenSchedule {
  readonly dueId: string;
  /** "2026-11-23". */
  readonly on: string;
  readonly dueAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  /** Whether a run of it is finished. */
  readonly isDone: boolean;
}

/** Schedules that run: neither paused, moved nor removed, on jobs that are planned or worked on. */
export async function openSchedules(
  ctx: AccountContext,
  jobId: string | null = null,
): Promise<OpenSchedule[]> {
  const filters = { job: jobId, from: null, to: null, type: "on" };
  const items = await listItems(ctx, SCHEDULE, filters, null, MOST_SCHEDULES);
  const records = await findStoredRecords(
    ctx,
    items.map(({ id }) => id),
  );
  const jobs = await findJobs(ctx, [...new Set(items.map((item) => item.jobId))]);
  const usual = await zoneOf(ctx);
  return records.flatMap(({ id, job: of, fields }) => {
    const job = jobs.get(of ?? "");
    if (job?.status !== "planned" && job?.status !== "active") return [];
    const schedule = scheduleOf(shownFields(fields));
    const zone = job.zone ?? usual;
    const written = firstWritten(fields);
    if (!written) return [];
    const everyone = job.team.length > 0 ? job.team : written.author === null ? [] : [written.author];
    return {
      ...{ id, schedule, job, zone, today: ctx.now.toZonedDateTimeISO(zone).toPlainDate() },
      since: firstDayOf(schedule, dateAt(written.at, zone)),
      people: schedule.who === null ? everyone : [schedule.who],
    };
  });
}

/** Ids of the days of schedules: hashing a week of hundreds takes longer than the rest of a page. */
const dueIds = new Map<string, string>();
const MOST_DUE_IDS = 50_000;

function knownDueId(schedule: string, on: string): string {
  const key = `${schedule} ${on}`;
  const known = dueIds.get(key);
  if (known !== undefined) return known;
  const made = dueId({ schedule, on });
  if (dueIds.size >= MOST_DUE_IDS) dueIds.clear();
  dueIds.set(key, made);
  return made;
}

/**
 * The last days on which lists were due, today's included, the latest first.
 * @param back days before today
 */
export async function findDueDays(
  ctx: AccountContext,
  schedules: readonly OpenSchedule[],
  back: number,
): Promise<DueDay[]> {
  // Hundreds of schedules are due at the same few times.
  const times = new Map<string, ReturnType<typeof dueAtHour>>();
  const timeOf = (on: string, { schedule: { by }, zone }: OpenSchedule) => {
    const key = `${on} ${by} ${zone}`;
    const known = times.get(key) ?? dueAtHour(on, by, zone, SHOWN_DAYS);
    times.set(key, known);
    return known;
  };
  const days = schedules.flatMap((one) =>
    dueDays(one.schedule, one.today, back)
      .filter((on) => on >= one.since)
      .map((on) => ({ one, on, dueId: knownDueId(one.id, on) })),
  );
  const runs = await itemsInContexts(
    ctx,
    RUN,
    days.map((day) => day.dueId),
  );
  const walked = new Set(runs.filter(({ type }) => isWalked(type)).map(({ context }) => context));
  return days
    .map(({ one, on, dueId: id }) => ({
      ...one,
      ...{ on, dueId: id, ...timeOf(on, one), isDone: walked.has(id) },
    }))
    .toSorted((one, other) => (one.on < other.on ? 1 : one.on > other.on ? -1 : 0));
}

/** Lists that are due today or were missed in the last week, the latest first. */
export const openDays = async (ctx: AccountContext): Promise<DueDay[]> =>
  (await findDueDays(ctx, await openSchedules(ctx), SHOWN_DAYS)).filter(({ isDone }) => !isDone);

/** How often the machine of a sticker can have moved. */
const MOST_MOVES = 200;

/**
 * Where the schedule of a sticker is now.
 * @returns null for one that isn't there, or is on this job still
 */
export async function movedSchedule(
  ctx: AccountContext,
  { job, schedule }: MovedTo,
): Promise<MovedTo | null> {
  let at: MovedTo = { job, schedule };
  for (let moves = 0; moves < MOST_MOVES && isId(at.schedule); moves++) {
    const record = await findStoredRecord(ctx, at.schedule);
    if (record?.kind !== SCHEDULE || record.job !== at.job) return null;
    const { movedTo } = scheduleOf(shownFields(record.fields));
    if (movedTo === null) return moves > 0 ? at : null;
    at = movedTo;
  }
  return null;
}
