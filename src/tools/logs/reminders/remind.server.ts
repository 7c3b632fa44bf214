import { and, eq, gte, isNotNull, sql } from "drizzle-orm";
import { getBusiness, mailToColleagues, lockIfActive, zoneOf } from "#ground/businesses/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { findStoredRecord } from "#ground/sync/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, database, withAccount } from "#platform/db/scope.server.ts";
import { dayToRemind, isExpected } from "../office/calendar.ts";
import { loggedSpans } from "../office/find.server.ts";
import { planId } from "../ids.ts";
import { reminderMail } from "./mail.ts";
import { isClosed } from "../rules.ts";
import { logsDays, logsEntries, logsReminded, logsReminders } from "../tables.server.ts";

const PAGE_SIZE = 200;
/** Without a team, people who wrote this recently are reminded. */
const RECENT_DAYS = 14;

/**
 * Sends due reminders, at most one per person, job and day, even from several processes. A failing account
 * doesn't delay others.
 * @throws the last failure, after trying all; a retry only reminds people who weren't
 */
export async function remindAll(): Promise<void> {
  const failures: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await database().app.query<{ id: string }>(
      "select logs_reminder_accounts as id from logs_reminder_accounts($1, $2)",
      [after, PAGE_SIZE],
    );
    for (const { id } of rows)
      await withAccount(id, remindAccount).catch((error: unknown) => failures.push(error));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) break;
    after = last.id;
  }
  if (failures.length) throw failures.at(-1);
}

/** The email is queued in the transaction that records the reminder. */
async function remindAccount(ctx: AccountContext): Promise<void> {
  if (!(await lockIfActive(ctx))) return;
  const reminders = await ctx.db
    .select()
    .from(logsReminders)
    .where(eq(logsReminders.accountId, ctx.account.id));
  const zone = await zoneOf(ctx);
  for (const { jobId, hour } of reminders) {
    const job = await findJob(ctx, jobId);
    const date = job && dayToRemind(ctx.now, job.zone ?? zone, hour);
    if (!job || !date) continue;
    const span = (await loggedSpans(ctx, jobId)).get(jobId);
    // Someone turned it on, so an active job is due even without a log.
    const firstLogged = span?.firstLogged ?? (job.status === "active" ? date : null);
    if (
      !isExpected(
        { ...job, firstLogged, lastLogged: span?.lastLogged ?? null },
        Temporal.PlainDate.from(date),
      )
    )
      continue;
    const people = await silentPeople(ctx, job, date);
    if (people.length === 0) continue;
    // A second process waits here for the first; then its insert returns nothing.
    const claimed = await ctx.db
      .insert(logsReminded)
      .values(people.map((userId) => ({ accountId: ctx.account.id, jobId, date, userId, at: ctx.now })))
      .onConflictDoNothing()
      .returning({ userId: logsReminded.userId });
    const { brand, publicUrl } = installation();
    const business = (await getBusiness(ctx)).name ?? "Your business";
    const mail = reminderMail({ brand, business, publicUrl, job: { id: jobId, name: job.name }, date, hour });
    await mailToColleagues(
      ctx,
      claimed.map(({ userId }) => userId),
      () => mail,
    );
  }
}

/**
 * Who hasn't written for a day, sorted so that concurrent inserts lock in the same order. Nobody, once the
 * day is submitted.
 */
async function silentPeople(
  ctx: AccountContext,
  { jobId, team }: { readonly jobId: string; readonly team: readonly string[] },
  date: string,
): Promise<string[]> {
  const { db, account, now: at } = ctx;
  const ofJob = and(
    eq(logsEntries.accountId, account.id),
    eq(logsEntries.jobId, jobId),
    isNotNull(logsEntries.author),
  );
  const since = at.subtract({ hours: 24 * RECENT_DAYS });
  const recentWriters = () =>
    db
      .selectDistinct({ id: logsEntries.author })
      .from(logsEntries)
      .where(and(ofJob, gte(logsEntries.writtenAt, since)));
  const writers = team.length > 0 ? team : (await recentWriters()).flatMap(({ id }) => id ?? []);
  // A sole owner may have no team and no log yet; then whoever set the reminder gets it.
  const reminderAuthor = (await findStoredRecord(ctx, planId(jobId)))?.fields["remindAt"]?.values[0]?.author;
  const people = writers.length > 0 || !reminderAuthor ? writers : [reminderAuthor];
  const wrote = await db
    .selectDistinct({ id: logsEntries.author })
    .from(logsEntries)
    .where(and(ofJob, sql`${logsEntries.date} = ${date}`));
  const days = await db
    .select({ company: logsDays.company, state: logsDays.state })
    .from(logsDays)
    .where(
      and(eq(logsDays.accountId, account.id), eq(logsDays.jobId, jobId), sql`${logsDays.date} = ${date}`),
    );
  const closed = new Set(days.filter(({ state }) => isClosed(state)).map(({ company }) => company));
  if (closed.has(account.id)) return [];
  const done = new Set([...wrote.map(({ id }) => id), ...closed]);
  return people.filter((id) => !done.has(id)).toSorted((a, b) => (a < b ? -1 : 1));
}
