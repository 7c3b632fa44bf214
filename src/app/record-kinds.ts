import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { defineWeather } from "#trade/weather/kinds.server.ts";
import { defineLogs } from "#tools/logs/kinds.server.ts";

let done = false;

/**
 * Defines which records devices may write: one line per feature with record kinds. Call once per process,
 * before anything is served.
 */
export function defineKinds(): void {
  if (done) return;
  done = true;
  defineJobs();
  defineWeather();
  defineLogs();
}
