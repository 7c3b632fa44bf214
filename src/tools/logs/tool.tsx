import type { Tool } from "#trade/jobs/public.tsx";
import { importedLabels, importedSource } from "#trade/imports/public.tsx";
import { logLabels } from "./labels.ts";
import { logSources } from "./timeline.tsx";
import { IMPORTED } from "./move-in/kind.ts";
import { logWork } from "./work.ts";

/** The daily log, as browsers know it. */
export const logs: Tool = {
  word: "logs",
  label: "Daily log",
  icon: "calendar",
  isShortcut: true,
  screens: [{ path: "", load: () => import("./day/day.tsx") }],
  glance: () => import("./glance.ts"),
  sources: [...logSources, importedSource(IMPORTED, "Daily log")],
  labels: [...logLabels, importedLabels(IMPORTED, "Imported daily log")],
  work: logWork,
};
