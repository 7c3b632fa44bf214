import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's screens. A job's own issues are field screens. */
export const accountRoutes = [
  route("account/checklists/firms", "trade/issues/firms/list.tsx"),
  route("account/checklists/send/:issuesJobId", "trade/issues/outside/send.tsx"),
] satisfies RouteConfigEntry[];

/** What a firm without an account fixes, by link. */
export const clientRoutes = [
  route("s/:token/issues", "trade/issues/outside/page.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("s/:token/issues/photos/:sha256/:size", "trade/issues/outside/picture.ts"),
] satisfies RouteConfigEntry[];
