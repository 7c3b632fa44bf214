import { route, type RouteConfigEntry } from "@react-router/dev/routes";

const shell = "features/field/shell.ts";

/** Addresses of field screens: one document, whose screens are in `src/field-routes.tsx`. */
export const shellRoutes = [
  route("account/jobs", shell, { id: "field-jobs" }),
  route("account/jobs/*", shell, { id: "field-jobs-more" }),
  route("account/job/:jobId", shell, { id: "field-job" }),
  route("account/job/:jobId/*", shell, { id: "field-job-more" }),
] satisfies RouteConfigEntry[];

/** What the app asks without a page around it. */
export const callRoutes = [
  route("account/field/shell", "features/field/kept-shell.ts"),
  route("account/field/me", "features/field/me.ts"),
  route("account/field/leads", "features/field/leads.ts"),
] satisfies RouteConfigEntry[];
