import { and, desc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { findStoredRecords } from "#ground/sync/public.server.ts";
import { type After, isBehind, byDate, type Search } from "#ground/worklist/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Filters } from "./filters.ts";
import type { LoggedJob } from "./calendar.ts";
import { guestCompanyOf } from "../day/company.ts";
import { type DayState, SUBMITTED_FIELD, isClosed } from "../rules.ts";
import { logsDays, logsEntries, logsWeathers } from "../tables.server.ts";

export type DayRow = typeof logsDays.$inferSelect;

const ENTRY = {
  id: logsEntries.id,
  jobId: logsEntries.jobId,
  date: logsEntries.date,
  company: logsEntries.company,
  weather: logsEntries.weather,
  type: logsEntries.type,
  text: logsEntries.text,
  title: logsEntries.title,
  people: logsEntries.people,
  hours: logsEntries.hours,
  hoursLost: logsEntries.hoursLost,
  tags: logsEntries.tags,
  photos: logsEntries.photos,
  corrects: logsEntries.corrects,
  approved: logsEntries.approved,
  author: logsEntries.author,
  writtenAt: logsEntries.writtenAt,
};
export type EntryRow = Pick<typeof logsEntries.$inferSelect, keyof typeof ENTRY>;

export interface DayFilters extends Pick<Filters, "job" | "from" | "to" | "type" | "oldestFirst"> {
  readonly state?: DayState | null;
}

/**
 * A Day with a state or an entry. One with only a guest's company, or whose entries were removed, is no log.
 */
const isWritten = sql`(${logsDays.stateAt} is not null or exists (select from ${logsEntries} w where w.account_id = ${logsDays.accountId}
  and w.job_id = ${logsDays.jobId} and w.date = ${logsDays.date} and w.company = ${logsDays.company}))`;

/** By date. @param after the last day of the page before */
export async function listDays(
  { db, account }: AccountContext,
  filters: DayFilters,
  after: After | null,
  most: number,
): Promise<DayRow[]> {
  const { job, from, to, type, state, oldestFirst } = filters;
  const has = type
    ? sql`exists (select from ${logsEntries} e where e.account_id = ${account.id} and e.job_id = ${logsDays.jobId} and e.date = ${logsDays.date}
           and e.company = ${logsDays.company} and e.type = ${type})`
    : undefined;
  return db
    .select()
    .from(logsDays)
    .where(
      and(
        eq(logsDays.accountId, account.id),
        job ? eq(logsDays.jobId, job) : undefined,
        from ? sql`${logsDays.date} >= ${from}` : undefined,
        to ? sql`${logsDays.date} <= ${to}` : undefined,
        state ? eq(logsDays.state, state) : undefined,
        isBehind(logsDays, after, oldestFirst),
        has ?? isWritten,
      ),
    )
    .orderBy(...byDate(logsDays, oldestFirst))
    .limit(most);
}

/** Null for an unknown day, and for one that nobody wrote on. */
export async function findDay({ db, account }: AccountContext, id: string): Promise<DayRow | null> {
  const [row] = await db
    .select()
    .from(logsDays)
    .where(and(eq(logsDays.accountId, account.id), eq(logsDays.id, id), isWritten));
  return row ?? null;
}

/** In the order they were written. */
export async function entriesOfDays(
  { db, account }: AccountContext,
  days: readonly Pick<DayRow, "jobId" | "date" | "company">[],
): Promise<EntryRow[]> {
  if (days.length === 0) return [];
  const asked = sql.join(
    days.map(({ jobId, date, company }) => sql`(${jobId}::uuid, ${date}::date, ${company}::uuid)`),
    sql`, `,
  );
  return db
    .select(ENTRY)
    .from(logsEntries)
    .where(
      and(
        eq(logsEntries.accountId, account.id),
        sql`(${logsEntries.jobId}, ${logsEntries.date}, ${logsEntries.company}) in (${asked})`,
      ),
    )
    .orderBy(logsEntries.writtenAt, logsEntries.id);
}

/** Entries are found by their words, their author, an author's company, and the weather of their day. */
export const ENTRY_SEARCH: Search = {
  kind: "logs.entry",
  contextKind: "logs.weather",
  async namesOfPeople({ db, account }) {
    const companies = await db
      .selectDistinct({ id: logsDays.company, name: logsDays.companyName })
      .from(logsDays)
      .where(and(eq(logsDays.accountId, account.id), isNotNull(logsDays.companyName)))
      .limit(1_000);
    return companies.map(({ id, name }) => ({ id, name: name ?? "" }));
  },
};

/** Entries with these ids, newest day first. */
export async function entriesWith(
  { db, account }: AccountContext,
  ids: readonly string[],
): Promise<EntryRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(ENTRY)
    .from(logsEntries)
    .where(and(eq(logsEntries.accountId, account.id), inArray(logsEntries.id, [...ids])))
    .orderBy(...byDate(logsEntries));
}

export async function daysOf({ db, account }: AccountContext, ids: readonly string[]): Promise<DayRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(logsDays)
    .where(and(eq(logsDays.accountId, account.id), inArray(logsDays.id, [...ids])));
}

/**
 * Milliseconds since 1970, by id, without open days. Rows only know when the current state was set, so the
 * records of approved and sealed days are read.
 */
export async function submittedAtByDay(
  ctx: AccountContext,
  days: readonly DayRow[],
): Promise<Map<string, number>> {
  const closed = days.filter(({ state }) => isClosed(state));
  const reviewed = closed.flatMap(({ id, state }) => (state === "submitted" ? [] : [id]));
  const submittedAts = new Map(
    (await findStoredRecords(ctx, reviewed)).flatMap(({ id, fields }) => {
      const at = fields[SUBMITTED_FIELD]?.values[0]?.at;
      return at === undefined ? [] : [[id, at] as const];
    }),
  );
  return new Map(
    closed.flatMap(({ id, stateAt }) => {
      const at = submittedAts.get(id) ?? stateAt?.epochMilliseconds;
      return at === undefined ? [] : [[id, at] as const];
    }),
  );
}

/** Other companies on a job, each with their latest Day. */
export async function companiesWriting(
  { db, account }: AccountContext,
  job: string,
): Promise<Pick<DayRow, "jobId" | "company" | "date">[]> {
  return db
    .selectDistinctOn([logsDays.company], {
      jobId: logsDays.jobId,
      company: logsDays.company,
      date: logsDays.date,
    })
    .from(logsDays)
    .where(and(eq(logsDays.accountId, account.id), eq(logsDays.jobId, job), ne(logsDays.company, account.id)))
    .orderBy(logsDays.company, desc(logsDays.date));
}

/** Returns a lookup of guests' companies by job, guest and date. */
export async function companiesIn(
  { db, account }: AccountContext,
  of: readonly Pick<DayRow, "jobId" | "company">[],
): Promise<(day: Pick<DayRow, "jobId" | "company" | "date">) => string | null> {
  const guests = of.filter(({ company }) => company !== account.id);
  if (guests.length === 0) return () => null;
  const rows = await db
    .select({
      job: logsDays.jobId,
      date: logsDays.date,
      company: logsDays.company,
      companyName: logsDays.companyName,
    })
    .from(logsDays)
    .where(
      and(
        eq(logsDays.accountId, account.id),
        inArray(logsDays.jobId, [...new Set(guests.map(({ jobId }) => jobId))]),
        inArray(logsDays.company, [...new Set(guests.map(({ company }) => company))]),
        isNotNull(logsDays.companyName),
      ),
    );
  const byJob = Map.groupBy(rows, ({ job }) => job);
  return ({ jobId, company, date }) => guestCompanyOf(byJob.get(jobId) ?? [], company, date);
}

export async function weathersOf(
  { db, account }: AccountContext,
  ids: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: logsWeathers.id, said: logsWeathers.said })
    .from(logsWeathers)
    .where(and(eq(logsWeathers.accountId, account.id), inArray(logsWeathers.id, [...ids])));
  return new Map(rows.map(({ id, said }) => [id, said]));
}

/** `waits` for approval. The range includes both dates. */
export async function loggedBetween(
  { db, account }: AccountContext,
  from: string,
  to: string,
): Promise<{ job: string; date: string; waits: boolean }[]> {
  const rows = await db
    .select({ job: logsDays.jobId, date: logsDays.date, state: logsDays.state })
    .from(logsDays)
    .where(
      and(eq(logsDays.accountId, account.id), sql`${logsDays.date} between ${from} and ${to}`, isWritten),
    );
  return rows.map(({ job, date, state }) => ({ job, date, waits: state === "submitted" }));
}

export type LoggedSpan = Pick<LoggedJob, "firstLogged" | "lastLogged">;

/** @param job only this job */
export async function loggedSpans(
  { db, account }: AccountContext,
  job?: string,
): Promise<Map<string, LoggedSpan>> {
  const rows = await db
    .select({
      job: logsDays.jobId,
      first: sql<string>`min(${logsDays.date})::text`,
      last: sql<string>`max(${logsDays.date})::text`,
    })
    .from(logsDays)
    .where(
      and(
        eq(logsDays.accountId, account.id),
        job === undefined ? undefined : eq(logsDays.jobId, job),
        isWritten,
      ),
    )
    .groupBy(logsDays.jobId);
  return new Map(rows.map(({ job: id, first, last }) => [id, { firstLogged: first, lastLogged: last }]));
}
