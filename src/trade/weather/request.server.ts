import { jobOf } from "#trade/jobs/public.server.ts";
import {
  type AppliedCommand,
  type Command,
  findStoredRecord,
  type Refusal,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import { fetchWeatherTask } from "./fetch.server.ts";
import { weatherId } from "./ids.ts";
import { sortByPlace, type Weather, weatherOf } from "./rules.ts";

/** For a job whose position is set late, weather of this many past days is requested. */
const MOST_DAYS = 92;

/** A day on which somebody writes down what they see. */
export interface ObservedDay {
  readonly job: string;
  /** "2026-11-20", in the job's time zone. */
  readonly date: string;
  /** Whether something was written down before. */
  readonly isChange: boolean;
}

/** What a tool says of the days whose weather it shows. */
export interface WeatherDays {
  /** Dates of a job that show their weather. They are read again when the job gets another place or zone. */
  datesOf(ctx: AccountContext, job: string): Promise<readonly string[]>;
  /** Why nothing seen may be written down on a day now, such as because it was sealed; null if it may. */
  refuseObservation(ctx: AccountContext, command: Command, day: ObservedDay): Promise<Refusal | null>;
}

const users: WeatherDays[] = [];

/** Registers a tool that shows weather. Call once per process, where the tool defines its records. */
export function defineWeatherDays(days: WeatherDays): void {
  users.push(days);
}

/** The first refusal of a tool; null if all allow it. */
export async function refusalOfTools(
  ctx: AccountContext,
  command: Command,
  day: ObservedDay,
): Promise<Refusal | null> {
  for (const { refuseObservation } of users) {
    const refusal = await refuseObservation(ctx, command, day);
    if (refusal) return refusal;
  }
  return null;
}

/**
 * Weather of a job's day as far as it is known: readings for the job's current place first, each group newest
 * first. `readingSource` says where a reading is from. Empty for a day whose weather nobody requested.
 * @param date "2026-11-20", in the job's time zone
 */
export async function weatherOn(ctx: AccountContext, job: string, date: string): Promise<Weather> {
  const [stored, place] = [
    await findStoredRecord(ctx, weatherId(job, date)),
    await findStoredRecord(ctx, job),
  ];
  const { readings, manual } = weatherOf(shownFields(stored?.fields ?? {}));
  const position = place ? jobOf(job, shownFields(place.fields)).position : null;
  return { readings: sortByPlace(readings, position), manual };
}

/**
 * Requests the weather of a job's days; readings appear once a source has them. A day that is complete is
 * read once more.
 * @param dates ISO, such as "2026-11-20"
 */
export async function requestWeather(
  ctx: AccountContext,
  job: string,
  dates: readonly string[],
): Promise<void> {
  for (const date of dates)
    await enqueue(ctx.db, fetchWeatherTask, { accountId: ctx.account.id, jobId: job, date });
}

/**
 * Requests the weather of a day unless there is a reading.
 * @param day.isOver also if the newest reading doesn't cover the whole day
 */
export async function requestMissingWeather(
  ctx: AccountContext,
  { job, date, isOver }: { readonly job: string; readonly date: string; readonly isOver: boolean },
): Promise<void> {
  const weather = await findStoredRecord(ctx, weatherId(job, date));
  const [newest] = weatherOf(shownFields(weather?.fields ?? {})).readings;
  if (!newest || (isOver && newest.asOf !== null)) await requestWeather(ctx, job, [date]);
}

/**
 * Requests weather when somebody writes down what they see, and again when a job's position or zone changes.
 * Call in the command's transaction.
 */
export async function watchWeather(
  ctx: AccountContext,
  stored: StoredRecord,
  { kind, job, sets }: AppliedCommand,
): Promise<void> {
  if (job === null) return;
  const values = shownFields(stored.fields);
  const date = values["date"];
  if (kind === "logs.weather" && sets["manual"] !== undefined && typeof date === "string")
    await requestMissingWeather(ctx, { job, date, isOver: false });
  // In another time zone the day covers other hours.
  if (kind !== "jobs.job" || (sets["position"] === undefined && sets["zone"] === undefined)) return;
  if (jobOf(stored.id, values).position === null) return;
  const earliest = ctx.now.toZonedDateTimeISO("UTC").toPlainDate().subtract({ days: MOST_DAYS }).toString();
  const dates = new Set<string>();
  for (const { datesOf } of users)
    for (const one of await datesOf(ctx, job)) if (one >= earliest) dates.add(one);
  await requestWeather(ctx, job, [...dates].toSorted());
}
