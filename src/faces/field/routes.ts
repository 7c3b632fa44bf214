import { route, type RouteConfigEntry } from "@react-router/dev/routes";

const shell = "faces/field/shell.ts";

/** Addresses of field screens, those of the tools included: one document (`src/app/field-routes.tsx`). */
export const shellRoutes = [
  route("account/jobs", shell, { id: "field-jobs" }),
  route("account/jobs/*", shell, { id: "field-jobs-more" }),
  route("account/prices", shell, { id: "field-prices" }),
  route("account/prices/*", shell, { id: "field-prices-more" }),
  route("account/job/:jobId", shell, { id: "field-job" }),
  route("account/job/:jobId/*", shell, { id: "field-job-more" }),
] satisfies RouteConfigEntry[];

/** Data routes of the app. */
export const callRoutes = [
  route("account/field/shell", "faces/field/shell-to-cache.ts"),
  route("account/field/me", "faces/field/me.ts"),
  route("account/field/leads", "faces/field/leads.ts"),
  route("account/field/day", "faces/field/today/day-of.ts"),
] satisfies RouteConfigEntry[];
