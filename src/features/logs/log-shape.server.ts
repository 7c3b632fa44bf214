import type { ReportShape } from "#features/jobs/public.server.ts";
import { fillDailyLog } from "./daily-log.ts";

/** The daily log, as a report of its own shape. */
export const dailyLog: ReportShape = {
  name: "log",
  tool: "logs",
  label: "Daily log",
  hint: "A page for each day: weather, crew, work, deliveries, delays, photos. Several days begin with their totals.",
  saying: ["logs.day"],
  companies: async () => [],
  fill: fillDailyLog,
};
