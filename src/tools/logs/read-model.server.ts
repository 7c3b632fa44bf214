import { and, eq } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import {
  type StoredRecord,
  findStoredRecord,
  recordsOfJob,
  shownFields,
} from "#ground/sync/public.server.ts";
import { rebuildItems } from "#ground/worklist/public.server.ts";
import { planOf, sortByPlace, weatherId, weatherOf } from "#trade/weather/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { dayId } from "./ids.ts";
import { dayOf, type DayState, entryOf, isEmpty } from "./rules.ts";
import { entryTitle } from "./format.ts";
import { logsDays, logsEntries, logsReminders, logsWeathers } from "./tables.server.ts";

/** The earliest value written; `at` in milliseconds since 1970. */
export function firstWrite(
  record: StoredRecord,
): { readonly at: number; readonly author: string | null } | undefined {
  return Object.values(record.fields)
    .flatMap(({ values }) => values)
    .reduce<{ at: number; author: string | null } | undefined>(
      (first, one) => (first && first.at <= one.at ? first : one),
      undefined,
    );
}

/** Other states have no event. */
const STATE_EVENTS = { submitted: "log.submitted", approved: "log.approved", sealed: "log.sealed" } as const;
const hasEvent = (state: DayState): state is keyof typeof STATE_EVENTS => Object.hasOwn(STATE_EVENTS, state);

/** Publishes an event if the day became submitted, approved or sealed. Call in the command's transaction. */
export async function saveDayRow(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const { date, company, companyName, state, why } = dayOf(shownFields(record.fields));
  if (record.job === null || date === null || !isId(company)) return;
  const changed = record.fields["state"]?.values[0];
  const row = {
    companyName,
    state,
    why,
    stateAt: changed ? Temporal.Instant.fromEpochMilliseconds(changed.at) : null,
    stateBy: changed?.author ?? null,
  };
  const [before] = await ctx.db
    .select({ state: logsDays.state })
    .from(logsDays)
    .where(and(eq(logsDays.accountId, ctx.account.id), eq(logsDays.id, record.id)));
  await ctx.db
    .insert(logsDays)
    .values({ accountId: ctx.account.id, id: record.id, jobId: record.job, date, company, ...row })
    .onConflictDoUpdate({ target: [logsDays.accountId, logsDays.id], set: row });
  if (state !== before?.state && hasEvent(state))
    await publish(ctx, {
      type: "tool.did",
      what: STATE_EVENTS[state],
      jobId: record.job,
      details: { logId: record.id, date, companyId: company, state },
    });
}

/** Also adds the row of its Day if there is none. Call in the command's transaction. */
export async function saveEntryRow(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const { db, account } = ctx;
  const values = shownFields(record.fields);
  const entry = entryOf(record.id, values);
  const { date, company, type, text, crew, delay, tags, photos, corrects, approved } = entry;
  if (record.job === null || date === null || !isId(company)) return;
  // Removed and empty entries aren't listed.
  if (values["removed"] === true || isEmpty(entry)) {
    await db
      .delete(logsEntries)
      .where(and(eq(logsEntries.accountId, account.id), eq(logsEntries.id, record.id)));
    return;
  }
  const first = firstWrite(record);
  const row = {
    date,
    company,
    weather: weatherId(record.job, date),
    type,
    text,
    title: entryTitle(entry),
    people: crew ? crew.count : null,
    crew: crew ? crew.company : null,
    hours: crew ? crew.count * crew.hours : null,
    hoursLost: delay?.hours ?? null,
    tags: [...tags],
    photos: photos.map(({ sha256 }) => sha256),
    corrects: corrects && isId(corrects) ? corrects : null,
    approved,
    author: first?.author ?? null,
    writtenAt: first ? Temporal.Instant.fromEpochMilliseconds(first.at) : ctx.now,
  };
  await db
    .insert(logsEntries)
    .values({ accountId: account.id, id: record.id, jobId: record.job, ...row })
    .onConflictDoUpdate({ target: [logsEntries.accountId, logsEntries.id], set: row });
  await db
    .insert(logsDays)
    .values({
      accountId: account.id,
      id: dayId(record.job, date, company),
      jobId: record.job,
      date,
      company,
      state: "draft",
    })
    .onConflictDoNothing();
}

/** Call in the command's transaction. */
export async function saveWeatherRow(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const values = shownFields(record.fields);
  const date = typeof values["date"] === "string" ? values["date"] : null;
  if (record.job === null || date === null) return;
  const { readings, manual } = weatherOf(values);
  const job = await findStoredRecord(ctx, record.job);
  const [newest] = sortByPlace(readings, job && jobOf(job.id, shownFields(job.fields)).position);
  const shownWeather = {
    date,
    ...(newest ? { [`readings.${newest.hash}`]: { ...newest, hours: [], model: null } } : {}),
    ...(manual ? { manual } : {}),
  };
  const row = { said: shownWeather };
  await ctx.db
    .insert(logsWeathers)
    .values({ accountId: ctx.account.id, id: record.id, jobId: record.job, date, ...row })
    .onConflictDoUpdate({ target: [logsWeathers.accountId, logsWeathers.id], set: row });
}

/** For a new position of the job. Call in the command's transaction. */
export async function saveWeatherRowsOf(ctx: AccountContext, job: string): Promise<void> {
  for (const record of await recordsOfJob(ctx, job, { kinds: ["logs.weather"] }))
    await saveWeatherRow(ctx, { ...record, job });
  await rebuildItems(ctx, "logs.weather", job);
}

/** Call in the command's transaction. */
export async function savePlanRow(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const values = shownFields(record.fields);
  const { remindAt } = planOf(values);
  if (record.job === null) return;
  const { account, db } = ctx;
  if (remindAt === null || values["removed"] === true) {
    await db
      .delete(logsReminders)
      .where(and(eq(logsReminders.accountId, account.id), eq(logsReminders.jobId, record.job)));
    return;
  }
  await db
    .insert(logsReminders)
    .values({ accountId: account.id, jobId: record.job, hour: remindAt })
    .onConflictDoUpdate({ target: [logsReminders.accountId, logsReminders.jobId], set: { hour: remindAt } });
}
