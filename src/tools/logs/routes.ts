import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's screens. A job's own days are field screens. */
export const accountRoutes = [
  route("account/logs", "tools/logs/office/office.tsx"),
  route("account/logs/weather", "tools/logs/claim/weather-office.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/logs/logs.csv", "tools/logs/office/csv.ts"),
] satisfies RouteConfigEntry[];
