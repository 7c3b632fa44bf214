import { defineJobImport } from "#trade/imports/public.server.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { definePlaces } from "#trade/places/public.server.ts";
import { definePlans } from "#trade/plans/public.server.ts";
import { definePrices } from "#trade/prices/kinds.server.ts";
import { defineWeather } from "#trade/weather/kinds.server.ts";
import { serverTools } from "./tools.server.ts";

let done = false;

/**
 * Defines which records devices may write, jobs with their places and plans, the price book and the
 * tools, and
 * what the files of other products become.
 * Call once per process, before anything is served.
 */
export function defineKinds(): void {
  if (done) return;
  done = true;
  defineJobs();
  defineWeather();
  definePrices();
  definePlaces();
  definePlans();
  defineJobImport();
  for (const tool of serverTools) {
    tool.defineKinds();
    tool.defineImports?.();
  }
}
