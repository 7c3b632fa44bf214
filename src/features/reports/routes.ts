import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Reports of jobs, and those that make themselves. */
export const accountRoutes = [
  route("account/reports", "features/reports/list.tsx"),
  route("account/reports/new", "features/reports/new.tsx"),
  route("account/reports/schedules/new", "features/reports/new-schedule.tsx"),
  route("account/reports/schedules/:scheduleId", "features/reports/schedule.tsx"),
  route("account/reports/:reportId", "features/reports/page.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [route("account/reports/:reportId/pdf", "features/reports/file.ts")] satisfies RouteConfigEntry[];
