import {
  type AppliedCommand,
  recordsOfJob,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { requestMissingWeather } from "#trade/weather/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { saveWeatherRow, saveWeatherRowsOf } from "./read-model.server.ts";
import { dayOf, isClosed } from "./rules.ts";
import { readDate } from "#ground/sync/public.ts";

/**
 * Requests the weather of a day when its log is started or closed, and updates the rows by which logs are
 * listed and searched by weather. Call in the command's transaction.
 */
export async function watchLoggedDays(
  ctx: AccountContext,
  stored: StoredRecord,
  { kind, job, sets }: AppliedCommand,
): Promise<void> {
  if (job === null) return;
  if (kind === "logs.weather") await saveWeatherRow(ctx, stored);
  if (kind === "jobs.job" && sets["position"] !== undefined) await saveWeatherRowsOf(ctx, job);
  if (kind !== "logs.entry" && kind !== "logs.day") return;
  const values = shownFields(stored.fields);
  const date = readDate(values["date"]);
  const closesDay = kind === "logs.day" && isClosed(dayOf(values).state) && sets["state"] !== undefined;
  if (date !== null && (sets["date"] !== undefined || closesDay))
    await requestMissingWeather(ctx, { job, date, isOver: closesDay });
}

/** Dates of a job with a log, oldest first. */
export async function loggedDates(ctx: AccountContext, job: string): Promise<string[]> {
  const days = await recordsOfJob(ctx, job, { kinds: ["logs.entry", "logs.day"] });
  return [...new Set(days.flatMap(({ fields }) => readDate(shownFields(fields)["date"]) ?? []))].toSorted();
}
