import { z } from "zod";
import { zoneOf } from "#ground/businesses/public.server.ts";
import { findJob, jobOf } from "#trade/jobs/public.server.ts";
import {
  type StoredRecord,
  findStoredRecord,
  type Json,
  recordsOfJob,
  shownFields,
  applyCommands,
  type AppliedCommand,
} from "#ground/sync/public.server.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { readWeather, WeatherFailure, type WeatherReading } from "#platform/weather/weather.server.ts";
import { saveWeatherRowsOf } from "../read-model.server.ts";
import { weatherId } from "../ids.ts";
import { dayOf, isClosed } from "../rules.ts";
import { dateOf } from "../values.ts";
import { weatherOf } from "./rules.ts";

// The weather of the days that a log tells of: asked for when a day begins, when its place changes, and again
// when the day is over. What was read once stays: a new reading stands beside it.

/** Of a job whose place is set late, so many days back are asked for. */
const MOST_DAYS = 92;
/**
 * A day's weather is asked for once more after its noon, in its evening, and on the morning after, when all
 * of it has been seen.
 */
const AFTER_NOON = "13:00";
const EVENING = "20:00";
const MORNING_AFTER = "06:00";
/** A station that did not answer may have seen the day all the same. */
const AGAIN = { hours: 6 } as const;

/** Four decimals, as sources are asked. */
const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.00006;

/**
 * Asks for weather when a log begins to tell of a day, and when its job gets another place; in the
 * transaction of that command.
 */
export async function watchWeather(
  ctx: AccountContext,
  held: StoredRecord,
  command: AppliedCommand,
): Promise<void> {
  const { kind, job, sets } = command;
  if (job === null) return;
  // A day may begin with what somebody saw of its weather: what a source says stands beside it.
  if (
    kind === "logs.entry" ||
    kind === "logs.day" ||
    (kind === "logs.weather" && sets["manual"] !== undefined)
  ) {
    const date = dateOf(shownFields(held.fields)["date"]);
    const isHandedIn =
      kind === "logs.day" && isClosed(dayOf(shownFields(held.fields)).state) && sets["state"] !== undefined;
    if (date !== null && (sets["date"] !== undefined || sets["manual"] !== undefined || isHandedIn)) {
      const weather = await findStoredRecord(ctx, weatherId(job, date));
      const [newest] = weatherOf(shownFields(weather?.fields ?? {})).readings;
      // What was read at noon is not the weather of the day: whoever hands it in, approves or seals it gets
      // what is known by then.
      if (!newest || (isHandedIn && newest.asOf !== null)) await ask(ctx, job, date);
    }
  }
  if (kind === "jobs.job" && sets["position"] !== undefined) await saveWeatherRowsOf(ctx, job);
  // A day begins by the job's clocks: in another zone it is another day's weather.
  if (
    kind === "jobs.job" &&
    (sets["position"] !== undefined || sets["zone"] !== undefined) &&
    isPlaced(held)
  ) {
    const earliest = ctx.now.toZonedDateTimeISO("UTC").toPlainDate().subtract({ days: MOST_DAYS }).toString();
    for (const date of await datesOf(ctx, job)) if (date >= earliest) await ask(ctx, job, date);
  }
}

const isPlaced = ({ id, fields }: StoredRecord): boolean => jobOf(id, shownFields(fields)).position !== null;

/** Asks for the weather of some days of a job, in this transaction. @param dates "2026-11-20" each */
export async function requestWeather(
  ctx: AccountContext,
  jobId: string,
  dates: readonly string[],
): Promise<void> {
  for (const date of dates) await ask(ctx, jobId, date);
}

const ask = (ctx: AccountContext, jobId: string, date: string) =>
  enqueue(ctx.db, fetchWeatherTask, { accountId: ctx.account.id, jobId, date });

async function datesOf(ctx: AccountContext, job: string): Promise<string[]> {
  const records = await recordsOfJob(ctx, job);
  const told = records.filter(({ kind }) => kind === "logs.entry" || kind === "logs.day");
  return [...new Set(told.flatMap(({ fields }) => dateOf(shownFields(fields)["date"]) ?? []))].toSorted();
}

/**
 * Asks for a day's weather and writes it down as a reading. Asked twice, the same answer is one reading.
 * @throws AppError unavailable when no source answers now
 */
export async function fetchWeather(accountId: string, jobId: string, date: string): Promise<void> {
  const place = await withAccount(accountId, async (ctx) => {
    const job = await findJob(ctx, jobId);
    if (!job || job.lat === null || job.lon === null) return null;
    return { lat: job.lat, lon: job.lon, zone: job.zone ?? (await zoneOf(ctx)) };
  });
  // Without a place there is no weather of it: the day's screen says so. When it gets one, this is asked
  // again.
  if (!place) return;
  const asked = now();
  const today = asked.toZonedDateTimeISO(place.zone).toPlainDate().toString();
  if (date > today) return;
  try {
    const { reading, beside, again } = await readWeather({ ...place, date, now: asked });
    await withAccount(accountId, async (ctx) => {
      for (const one of beside ? [reading, beside] : [reading]) await writeReading(ctx, jobId, date, one);
      const next = again ? asked.add(AGAIN) : nextLook(date, place.zone, asked);
      if (next) await enqueue(ctx.db, fetchWeatherTask, { accountId, jobId, date }, { startAfter: next });
    });
  } catch (error) {
    if (!(error instanceof WeatherFailure)) throw error;
    if (error.trouble === "away" || error.trouble === "busy")
      throw new AppError("unavailable", `No weather now: ${error.message}`, {
        retryAfter: error.retryAfterSeconds ?? 60,
        cause: error,
      });
    // No source tells of it yet: what was not seen by the evening may be by the morning.
    const next = nextLook(date, place.zone, asked);
    if (next)
      await withAccount(accountId, ({ db }) =>
        enqueue(db, fetchWeatherTask, { accountId, jobId, date }, { startAfter: next }),
      );
  }
}

/** When a day's weather is looked at next; undefined once all of it was seen. */
export function nextLook(date: string, zone: string, at: Temporal.Instant): Temporal.Instant | undefined {
  const day = Temporal.PlainDate.from(date);
  const looks = [
    day.toZonedDateTime({ timeZone: zone, plainTime: AFTER_NOON }),
    day.toZonedDateTime({ timeZone: zone, plainTime: EVENING }),
    day.add({ days: 1 }).toZonedDateTime({ timeZone: zone, plainTime: MORNING_AFTER }),
  ].map((moment) => moment.toInstant());
  return looks.find((look) => Temporal.Instant.compare(look, at) > 0);
}

async function writeReading(
  ctx: AccountContext,
  job: string,
  date: string,
  reading: WeatherReading,
): Promise<void> {
  const record = weatherId(job, date);
  const before = weatherOf(shownFields((await findStoredRecord(ctx, record))?.fields ?? {}));
  const known = before.readings.find(({ hash }) => hash === reading.hash);
  // The same answer again says nothing new, unless less of the day was over when it came first, or the day
  // began by other clocks.
  const isOver = reading.fetchedAt.toZonedDateTimeISO(reading.zone).toPlainDate().toString() > date;
  const isSame =
    known && near(known.lat, reading.lat) && near(known.lon, reading.lon) && known.zone === reading.zone;
  if (isSame && known.hours.length === reading.hours.length && (known.asOf === null || !isOver)) return;
  const { hash, fetchedAt, hours, ...rest } = reading;
  const value: Json = {
    ...rest,
    fetchedAt: fetchedAt.toString({ smallestUnit: "second" }),
    hours: hours.map((hour) => ({ ...hour })),
  };
  const { outcomes } = await applyCommands(ctx, null, [
    {
      id: derivedId(
        "logs.reading",
        record,
        hash,
        String(reading.lat),
        String(reading.lon),
        ...(known ? [`${reading.hours.length} hours`, isOver ? "of all of it" : "so far", reading.zone] : []),
      ),
      kind: "logs.weather",
      record,
      job,
      sets: { date, [`readings.${hash}`]: value },
      replaces: {},
      capturedAt: fetchedAt.epochMilliseconds,
      skew: 0,
      zone: reading.zone,
      media: [],
    },
  ]);
  const [outcome] = outcomes;
  if (outcome?.is === "refused") throw new AppError("internal", `A reading was refused: ${outcome.why}`);
}

/** Asks for the weather of one day of a job's log. */
export const fetchWeatherTask: Task<{ accountId: string; jobId: string; date: string }> = {
  name: "logs.fetch-weather",
  payload: z.object({ accountId: z.uuid(), jobId: z.uuid(), date: z.iso.date() }),
  retry: { limit: 10, delaySeconds: 30 },
  run: ({ accountId, jobId, date }) => fetchWeather(accountId, jobId, date),
};
