import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's screens. A job's own changes are field screens. */
export const accountRoutes = [
  route("account/changes", "tools/changes/office/list.tsx"),
  route("account/changes/:changeId", "tools/changes/office/change.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/changes/changes.csv", "tools/changes/office/csv.ts"),
  route("account/changes/:changeId/pdf", "tools/changes/office/download.ts"),
  route("account/changes/log/:logJobId", "tools/changes/office/log.ts"),
  route("s/:token/change/photos/:sha256/:size", "tools/changes/client/photo.ts"),
] satisfies RouteConfigEntry[];

/** What approvers see of a change that was sent to them. */
export const clientRoutes = [
  route("s/:token/change", "tools/changes/client/page.tsx"),
] satisfies RouteConfigEntry[];
