import { and, eq } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { jobOf } from "#trade/jobs/public.server.ts";
import {
  type StoredRecord,
  findStoredRecord,
  recordsOfJob,
  shownFields,
} from "#ground/sync/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { wordsIn } from "./office/filters.ts";
import { dayId, weatherId } from "./ids.ts";
import {
  CAUSE_LABELS,
  dayOf,
  type DayState,
  entryOf,
  entryTitle,
  isEmpty,
  type LogEntry,
  TYPE_LABELS,
} from "./rules.ts";
import { logsDays, logsEntries, logsReminders, logsWeathers } from "./tables.server.ts";
import { hereFirst, planOf, weatherOf } from "./weather/rules.ts";

/** The first that anybody wrote on a record: when, and who. */
export function firstOf(
  record: StoredRecord,
): { readonly at: number; readonly author: string | null } | undefined {
  return Object.values(record.fields)
    .flatMap(({ values }) => values)
    .reduce<{ at: number; author: string | null } | undefined>(
      (first, one) => (first && first.at <= one.at ? first : one),
      undefined,
    );
}

/** What is told of a Day that comes into a state; of the others nothing is. */
const TOLD = { submitted: "log.submitted", approved: "log.approved", sealed: "log.sealed" } as const;
const isTold = (state: DayState): state is keyof typeof TOLD => Object.hasOwn(TOLD, state);

/**
 * Keeps the row of a Day in step with its record, and tells when it was submitted, approved or sealed; in the
 * transaction of the command that changed it.
 */
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
  if (state !== before?.state && isTold(state))
    await publish(ctx, {
      type: TOLD[state],
      logId: record.id,
      jobId: record.job,
      date,
      companyId: company,
    });
}

/**
 * Words that an entry is found by: what was written, who worked, what came, why it stood still, tags,
 * captions.
 */
function wordsOf({ type, text, crew, item, delay, tags, photos }: LogEntry): string {
  return inWords([
    TYPE_LABELS[type],
    text,
    crew?.company,
    crew?.trade,
    item?.what,
    item?.from,
    item?.unit,
    delay && `${CAUSE_LABELS[delay.cause]}${delay.critical ? " critical path" : ""}`,
    ...tags,
    ...photos.map(({ caption }) => caption),
  ]);
}

const inWords = (parts: readonly (string | null | undefined)[]): string =>
  wordsIn(parts.filter(Boolean).join("\n")).join(" ");

/**
 * Keeps the row of an entry in step with its record, and sees to it that its Day is in lists; in the
 * transaction of the command.
 */
export async function saveEntryRow(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const { db, account } = ctx;
  const values = shownFields(record.fields);
  const entry = entryOf(record.id, values);
  const { date, company, type, text, crew, delay, tags, photos, corrects, approved } = entry;
  if (record.job === null || date === null || !isId(company)) return;
  // What was taken away, or has nothing left in it, is in no list; the record stays as it is.
  if (values["removed"] === true || isEmpty(entry)) {
    await db
      .delete(logsEntries)
      .where(and(eq(logsEntries.accountId, account.id), eq(logsEntries.id, record.id)));
    return;
  }
  const first = firstOf(record);
  const row = {
    date,
    company,
    weather: weatherId(record.job, date),
    type,
    text,
    title: entryTitle(entry),
    people: crew ? crew.count : null,
    hours: crew ? crew.count * crew.hours : null,
    hoursLost: delay?.hours ?? null,
    tags: [...tags],
    photos: photos.map(({ sha256 }) => sha256),
    corrects: corrects && isId(corrects) ? corrects : null,
    approved,
    author: first?.author ?? null,
    writtenAt: first ? Temporal.Instant.fromEpochMilliseconds(first.at) : ctx.now,
    words: wordsOf(entry),
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

/** Keeps the row of a job's weather in step with its record; in the transaction of the command. */
export async function saveWeatherRow(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const values = shownFields(record.fields);
  const date = typeof values["date"] === "string" ? values["date"] : null;
  if (record.job === null || date === null) return;
  const { readings, manual } = weatherOf(values);
  const job = await findStoredRecord(ctx, record.job);
  const [newest] = hereFirst(readings, job && jobOf(job.id, shownFields(job.fields)).position);
  const said = {
    date,
    ...(newest ? { [`readings.${newest.hash}`]: { ...newest, hours: [], model: null } } : {}),
    ...(manual ? { manual } : {}),
  };
  const row = { said, words: inWords([newest?.words, newest?.place, manual?.words]) };
  await ctx.db
    .insert(logsWeathers)
    .values({ accountId: ctx.account.id, id: record.id, jobId: record.job, date, ...row })
    .onConflictDoUpdate({ target: [logsWeathers.accountId, logsWeathers.id], set: row });
}

/**
 * Keeps the rows of all of a job's weather in step with where it is, when it gets another place; in the
 * transaction of that command.
 */
export async function saveWeatherRowsOf(ctx: AccountContext, job: string): Promise<void> {
  for (const record of await recordsOfJob(ctx, job, { kinds: ["logs.weather"] }))
    await saveWeatherRow(ctx, { ...record, job });
}

/** Keeps the hour of a job's reminder in step with its plan; in the transaction of the command. */
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
