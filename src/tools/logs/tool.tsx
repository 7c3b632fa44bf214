import type { Tool } from "#trade/jobs/public.tsx";
import { logLabels } from "./labels.ts";
import { logSources } from "./timeline.tsx";
import { logWork } from "./work.ts";

/** The daily log, as browsers know it. */
export const logs: Tool = {
  word: "logs",
  label: "Daily log",
  icon: "calendar",
  isShortcut: true,
  screens: [{ path: "", load: () => import("./day/day.tsx") }],
  sources: logSources,
  labels: logLabels,
  work: logWork,
};
