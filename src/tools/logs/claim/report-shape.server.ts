import type { ReportShape } from "#trade/jobs/public.server.ts";
import { fillClaimPack } from "#trade/weather/public.server.ts";
import { loggedWork } from "./logged-work.ts";
import { lostDayChapter } from "./lost-day.ts";

export const weatherClaim: ReportShape = {
  name: "weather",
  tool: "logs",
  label: "Weather claim pack",
  hint: "Days lost to weather compared with days expected, each with its readings and the work it stopped.",
  saying: ["logs.day"],
  companies: () => Promise.resolve([]),
  tell: (records, ask) =>
    fillClaimPack(records, loggedWork(records), ask, (day) => lostDayChapter(day, records, ask)),
};
