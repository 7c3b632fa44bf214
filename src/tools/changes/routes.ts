import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's screens. A job's own changes are field screens. */
export const accountRoutes = [
  route("account/changes", "tools/changes/office/list.tsx"),
  route("account/changes/:changeId", "tools/changes/office/change.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/changes/changes.csv", "tools/changes/office/csv.ts"),
  route("account/changes/notices/:noticeId", "tools/changes/notice/pdf.ts"),
  route("account/changes/:changeId/trail", "tools/changes/trail/zip.ts"),
  route("account/changes/:changeId/pdf", "tools/changes/office/pdf.ts"),
  route("account/changes/tickets/:ticketId", "tools/changes/tickets/pdf.ts"),
  route("account/changes/log/:logJobId", "tools/changes/log/log.ts"),
  route("s/:token/change/photos/:sha256/:size", "tools/changes/client/photo.ts"),
] satisfies RouteConfigEntry[];

/** What approvers see of a change that was sent to them. */
export const clientRoutes = [
  route("s/:token/change", "tools/changes/client/page.tsx"),
  route("s/:token/notice", "tools/changes/notice/page.tsx"),
  route("s/:token/ticket", "tools/changes/tickets/page.tsx"),
  route("s/:token/word", "tools/changes/word/page.tsx"),
] satisfies RouteConfigEntry[];
