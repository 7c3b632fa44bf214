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

const AT_ONCE = 200;
/** Where nobody wrote down who is on a job: whoever wrote its log in so many days. */
const LATELY_DAYS = 14;

/**
 * Reminds the people of every job whose hour has come and who have not logged: once a day each, whatever
 * number of processes does it, and however often. A business for which it can't be done holds up no other.
 * @throws the last failure, after all had their turn: doing it again reminds only those who were not reminded
 */
export async function remindAll(): Promise<void> {
  const failures: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await database().app.query<{ id: string }>(
      "select logs_reminder_accounts as id from logs_reminder_accounts($1, $2)",
      [after, AT_ONCE],
    );
    for (const { id } of rows)
      await withAccount(id, remindOf).catch((error: unknown) => failures.push(error));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.id;
  }
  if (failures.length) throw failures.at(-1);
}

/** Reminds the people of an account's jobs. The mail and the note of it are one commit. */
async function remindOf(ctx: AccountContext): Promise<void> {
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
    // Somebody asked for it: an active job need not have begun with a log.
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
    // Whoever comes second waits here for the first to commit, and then has nothing to do.
    const mine = await ctx.db
      .insert(logsReminded)
      .values(people.map((userId) => ({ accountId: ctx.account.id, jobId, date, userId, at: ctx.now })))
      .onConflictDoNothing()
      .returning({ userId: logsReminded.userId });
    const { brand, publicUrl } = installation();
    const business = (await getBusiness(ctx)).name ?? "Your business";
    const mail = reminderMail({ brand, business, publicUrl, job: { id: jobId, name: job.name }, date, hour });
    await mailToColleagues(
      ctx,
      mine.map(({ userId }) => userId),
      () => mail,
    );
  }
}

/**
 * Those of a job who have written nothing of a day, in the same order wherever it is asked; nobody once the
 * day was handed in.
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
  const since = at.subtract({ hours: 24 * LATELY_DAYS });
  const lately = () =>
    db
      .selectDistinct({ id: logsEntries.author })
      .from(logsEntries)
      .where(and(ofJob, gte(logsEntries.writtenAt, since)));
  const writers = team.length > 0 ? team : (await lately()).flatMap(({ id }) => id ?? []);
  // Who works alone puts nobody on a job, and a new one has no log: whoever chose the hour is who wants to
  // hear of it.
  const chose = (await findStoredRecord(ctx, planId(jobId)))?.fields["remindAt"]?.values[0]?.author;
  const asked = writers.length > 0 || !chose ? writers : [chose];
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
  return asked.filter((id) => !done.has(id)).toSorted((a, b) => (a < b ? -1 : 1));
}
