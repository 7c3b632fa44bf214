import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's list. A job's own checklists are field screens. */
export const accountRoutes = [
  route("account/checklists", "tools/checklists/office/list.tsx"),
  route("account/checklists/schedules", "tools/checklists/office/schedules.tsx"),
  route("account/checklists/fails", "tools/checklists/fails/fails.tsx"),
  route("account/checklists/report", "tools/checklists/report/issues.tsx"),
  route("account/checklists/:runId/report", "tools/checklists/report/run.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/checklists/checklists.csv", "tools/checklists/office/csv.ts"),
  route("account/checklists/fails.csv", "tools/checklists/fails/csv.ts"),
  route("account/checklists/stickers.pdf", "tools/checklists/stickers/pdf.ts"),
  route("account/job/:jobId/checklists/due/:scheduleId", "tools/checklists/stickers/scanned.ts"),
] satisfies RouteConfigEntry[];

/** What people see who scan a sticker without access. */
export const clientRoutes = [
  route("checklists/sticker/:accountId", "tools/checklists/stickers/ask.tsx"),
] satisfies RouteConfigEntry[];
