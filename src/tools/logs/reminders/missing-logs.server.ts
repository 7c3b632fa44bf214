import { and, asc, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import { getBusiness, zoneOf } from "#ground/businesses/public.server.ts";
import {
  defineDueKind,
  dueAtHour,
  type DueItem,
  type DueText,
  findDue,
  saveDue,
} from "#ground/due/public.server.ts";
import { findJob, findJobs } from "#trade/jobs/public.server.ts";
import { findStoredRecord, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { type AccountContext, database } from "#platform/db/scope.server.ts";
import { dayToRemind, isExpected } from "../office/calendar.ts";
import { loggedSpans } from "../office/find.server.ts";
import { planId } from "#trade/weather/public.server.ts";
import { dayId } from "../ids.ts";
import { missingLogText } from "./text.ts";
import { isClosed } from "../rules.ts";
import { logsDays, logsEntries, logsReminders } from "../tables.server.ts";
import { readDate } from "#ground/sync/public.ts";

/** A day that somebody hasn't logged; its record is the day of the business's own log. */
const MISSING_LOG = "logs.missing";
/** Without a team, people who wrote this recently are reminded. */
const RECENT_DAYS = 14;
/** For how long a missing log is shown. Later, nobody remembers the day. */
const SHOWN_DAYS = 7;

/** Called once per process, with the kinds of records. */
export function defineMissingLogs(): void {
  defineDueKind({
    kind: MISSING_LOG,
    describe: describeMissing,
    clock: { accounts: accountsWithReminders, find: findMissing },
  });
}

async function accountsWithReminders(after: string, most: number): Promise<string[]> {
  const { rows } = await database().app.query<{ id: string }>(
    "select logs_reminder_accounts as id from logs_reminder_accounts($1, $2)",
    [after, most],
  );
  return rows.map(({ id }) => id);
}

/** Saves whose logs are missing on jobs whose hour has come. */
async function findMissing(ctx: AccountContext): Promise<void> {
  const reminders = await ctx.db
    .select()
    .from(logsReminders)
    .where(eq(logsReminders.accountId, ctx.account.id))
    // One order, so that two processes can't wait for each other.
    .orderBy(asc(logsReminders.jobId));
  const zone = await zoneOf(ctx);
  for (const { jobId, hour } of reminders) {
    const job = await findJob(ctx, jobId);
    const date = job && dayToRemind(ctx.now, job.zone ?? zone, hour);
    if (!job || !date) continue;
    const span = (await loggedSpans(ctx, jobId)).get(jobId);
    // Someone turned it on, so an active job is due even without a log.
    const firstLogged = span?.firstLogged ?? (job.status === "active" ? date : null);
    const day = Temporal.PlainDate.from(date);
    if (!isExpected({ ...job, firstLogged, lastLogged: span?.lastLogged ?? null }, day)) continue;
    await saveDue(ctx, {
      kind: MISSING_LOG,
      record: dayId(jobId, date, ctx.account.id),
      jobId,
      ...dueAtHour(date, hour, job.zone ?? zone, SHOWN_DAYS),
      people: await silentOf(ctx, { jobId, date, people: await writersOf(ctx, job) }),
    });
  }
}

/**
 * Closes a missing log for those who wrote it, or for everyone if the day was closed; opens it again if that
 * was undone. Call in the transaction of a command, after the rows of its entry or day were saved.
 */
export async function settleMissing(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const date = readDate(shownFields(record.fields)["date"]);
  if (record.job === null || date === null) return;
  const day = dayId(record.job, date, ctx.account.id);
  const asked = await findDue(ctx, MISSING_LOG, day);
  const [first] = asked;
  if (!first) return;
  const { kind, jobId, dueAt, endsAt } = first;
  const people = await silentOf(ctx, { jobId, date, people: asked.map(({ userId }) => userId) });
  await saveDue(ctx, { kind, record: day, jobId, dueAt, endsAt, people });
}

/** Who is expected to write: the team, or else who wrote recently, or else who set the reminder. */
async function writersOf(
  ctx: AccountContext,
  { jobId, team }: { readonly jobId: string; readonly team: readonly string[] },
): Promise<readonly string[]> {
  if (team.length > 0) return team;
  const since = ctx.now.subtract({ hours: 24 * RECENT_DAYS });
  const recent = await ctx.db
    .selectDistinct({ id: logsEntries.author })
    .from(logsEntries)
    .where(and(writtenOn(ctx, jobId), gte(logsEntries.writtenAt, since)));
  const writers = recent.flatMap(({ id }) => id ?? []);
  // A sole owner may have no team and no log yet; then the person who set the reminder gets it.
  const reminderAuthor = (await findStoredRecord(ctx, planId(jobId)))?.fields["remindAt"]?.values[0]?.author;
  return writers.length > 0 || !reminderAuthor ? writers : [reminderAuthor];
}

const writtenOn = ({ account }: AccountContext, jobId: string) =>
  and(eq(logsEntries.accountId, account.id), eq(logsEntries.jobId, jobId), isNotNull(logsEntries.author));

/** Which of these people haven't written for a day. Nobody, once the day is submitted. */
async function silentOf(
  ctx: AccountContext,
  {
    jobId,
    date,
    people,
  }: { readonly jobId: string; readonly date: string; readonly people: readonly string[] },
): Promise<string[]> {
  const { db, account } = ctx;
  const wrote = await db
    .selectDistinct({ id: logsEntries.author })
    .from(logsEntries)
    .where(and(writtenOn(ctx, jobId), sql`${logsEntries.date} = ${date}`));
  const days = await db
    .select({ company: logsDays.company, state: logsDays.state })
    .from(logsDays)
    .where(
      and(eq(logsDays.accountId, account.id), eq(logsDays.jobId, jobId), sql`${logsDays.date} = ${date}`),
    );
  const closed = new Set(days.filter(({ state }) => isClosed(state)).map(({ company }) => company));
  if (closed.has(account.id)) return [];
  const done = new Set([...wrote.map(({ id }) => id), ...closed]);
  return people.filter((id) => !done.has(id));
}

/** Nothing for a removed job, and where the reminder was turned off. */
async function describeMissing(ctx: AccountContext, items: readonly DueItem[]): Promise<(DueText | null)[]> {
  const jobIds = [...new Set(items.map(({ jobId }) => jobId))];
  const hours = await ctx.db
    .select()
    .from(logsReminders)
    .where(and(eq(logsReminders.accountId, ctx.account.id), inArray(logsReminders.jobId, jobIds)));
  const hourOf = new Map(hours.map(({ jobId, hour }) => [jobId, hour]));
  const business = (await getBusiness(ctx)).name ?? "Your business";
  const zone = await zoneOf(ctx);
  const jobs = await findJobs(ctx, jobIds);
  return items.map((item) => {
    const job = jobs.get(item.jobId);
    const hour = hourOf.get(item.jobId);
    const date = job && dateOfItem(item, job.zone ?? zone);
    if (!job || !date || hour === undefined) return null;
    return missingLogText({ business, job: { id: item.jobId, name: job.name }, date, hour });
  });
}

/** The day that an item's record is for; undefined for none near the date it was due. */
function dateOfItem({ accountId, jobId, record, dueAt }: DueItem, zone: string): string | undefined {
  const day = dueAt.toZonedDateTimeISO(zone).toPlainDate();
  // The job may have got another time zone since.
  return [day, day.subtract({ days: 1 }), day.add({ days: 1 })]
    .map((one) => one.toString())
    .find((date) => dayId(jobId, date, accountId) === record);
}
