import { z } from "zod";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { applyCommands, findStoredRecord, type Json, shownFields } from "#ground/sync/public.server.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { readWeather, WeatherFailure, type WeatherReading } from "#platform/weather/weather.server.ts";
import { weatherId } from "./ids.ts";
import { weatherOf } from "./rules.ts";

// Readings are never replaced, only added.

/** A day's weather is fetched again at these times, until it is complete. */
const AFTER_NOON = "13:00";
const EVENING = "20:00";
const MORNING_AFTER = "06:00";
/** A station that didn't answer may still have observed the day. */
const RETRY_AFTER = { hours: 6 } as const;

/** Sources are asked with four decimals. */
const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.00006;

/**
 * Fetches and saves a reading; the same answer is only saved once.
 * @throws AppError unavailable if no source answers now
 */
export async function fetchWeather(accountId: string, jobId: string, date: string): Promise<void> {
  const place = await withAccount(accountId, async (ctx) => {
    const job = await findJob(ctx, jobId);
    if (!job || job.lat === null || job.lon === null) return null;
    return { lat: job.lat, lon: job.lon, zone: await zoneOfJob(ctx, job) };
  });
  // Setting a position requests the weather again.
  if (!place) return;
  const startedAt = now();
  const today = startedAt.toZonedDateTimeISO(place.zone).toPlainDate().toString();
  if (date > today) return;
  try {
    const { reading, beside, again } = await readWeather({ ...place, date, now: startedAt });
    await withAccount(accountId, async (ctx) => {
      for (const one of beside ? [reading, beside] : [reading]) await writeReading(ctx, jobId, date, one);
      const next = again ? startedAt.add(RETRY_AFTER) : nextLook(date, place.zone, startedAt);
      if (next) await enqueue(ctx.db, fetchWeatherTask, { accountId, jobId, date }, { startAfter: next });
    });
  } catch (error) {
    if (!(error instanceof WeatherFailure)) throw error;
    if (error.trouble === "away" || error.trouble === "busy")
      throw new AppError("unavailable", `No weather right now: ${error.message}`, {
        retryAfter: error.retryAfterSeconds ?? 60,
        cause: error,
      });
    // No source has the day yet.
    const next = nextLook(date, place.zone, startedAt);
    if (next)
      await withAccount(accountId, ({ db }) =>
        enqueue(db, fetchWeatherTask, { accountId, jobId, date }, { startAfter: next }),
      );
  }
}

/** Undefined once the day's weather is complete. */
export function nextLook(date: string, zone: string, at: Temporal.Instant): Temporal.Instant | undefined {
  const day = Temporal.PlainDate.from(date);
  const times = [
    day.toZonedDateTime({ timeZone: zone, plainTime: AFTER_NOON }),
    day.toZonedDateTime({ timeZone: zone, plainTime: EVENING }),
    day.add({ days: 1 }).toZonedDateTime({ timeZone: zone, plainTime: MORNING_AFTER }),
  ].map((moment) => moment.toInstant());
  return times.find((time) => Temporal.Instant.compare(time, at) > 0);
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
  // Skip an answer with the same hours and zone, unless it completes the earlier one.
  const isOver = reading.fetchedAt.toZonedDateTimeISO(reading.zone).toPlainDate().toString() > date;
  const isSame =
    known && isNear(known.lat, reading.lat) && isNear(known.lon, reading.lon) && known.zone === reading.zone;
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
        ...(known ? [`${reading.hours.length} hours`, isOver ? "in full" : "so far", reading.zone] : []),
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
  if (outcome?.is === "refused") throw new AppError("internal", `A reading was rejected: ${outcome.why}`);
}

/** Waits for a source with growing pauses, for about eight hours. */
export const fetchWeatherTask: Task<{ accountId: string; jobId: string; date: string }> = {
  name: "weather.fetch-day",
  payload: z.object({ accountId: z.uuid(), jobId: z.uuid(), date: z.iso.date() }),
  retry: { limit: 10, delaySeconds: 30 },
  run: ({ accountId, jobId, date }) => fetchWeather(accountId, jobId, date),
};
