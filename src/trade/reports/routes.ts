import { layout, route, type RouteConfigEntry } from "@react-router/dev/routes";

export const accountRoutes = [
  route("account/reports", "trade/reports/list.tsx"),
  route("account/reports/new", "trade/reports/new.tsx"),
  route("account/reports/schedules/new", "trade/reports/schedule/new.tsx"),
  route("account/reports/schedules/:scheduleId", "trade/reports/schedule/schedule.tsx"),
  layout("trade/reports/list-beside.tsx", [
    route("account/reports/:reportId", "trade/reports/report-page.tsx"),
  ]),
] satisfies RouteConfigEntry[];

/** What a client sees of a report that was sent to them. */
export const clientRoutes = [
  route("s/:token/report", "trade/reports/client-page.tsx"),
  route("s/:token/report/photos/:sha256/:size", "trade/reports/book/photo.ts"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/reports/:reportId/pdf", "trade/reports/download.ts"),
  route("account/reports/:reportId/csv", "trade/reports/items/csv.ts"),
  route("s/:token/report/csv", "trade/reports/items/client-csv.ts"),
] satisfies RouteConfigEntry[];
