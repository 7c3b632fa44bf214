import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's screens. A job's own estimates are field screens. */
export const accountRoutes = [
  route("account/estimates", "tools/estimates/office/list.tsx"),
  route("account/estimates/new", "tools/estimates/start/new.tsx"),
  route("account/estimates/wins", "tools/estimates/office/wins.tsx"),
  route("account/estimates/:estimateId", "tools/estimates/office/estimate.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/estimates/begin", "tools/estimates/start/from-lead.ts"),
  route("account/estimates/estimates.csv", "tools/estimates/office/csv.ts"),
  route("account/estimates/:estimateId/status", "tools/estimates/office/status.ts"),
  route("account/estimates/:estimateId/pdf", "tools/estimates/office/pdf.ts"),
  route("account/estimates/:estimateId/cancellation", "tools/estimates/law/cancellation.ts"),
] satisfies RouteConfigEntry[];

/** What a client sees of an estimate that was sent to them. */
export const clientRoutes = [
  route("s/:token/estimate", "tools/estimates/client/page.tsx"),
  route("s/:token/estimate/photos/:sha256/:size", "tools/estimates/client/photo.ts"),
] satisfies RouteConfigEntry[];
