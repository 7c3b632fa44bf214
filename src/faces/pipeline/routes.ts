import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** How far everybody is, and what brought them. */
export const accountRoutes = [
  route("account/pipeline", "faces/pipeline/board.tsx"),
  route("account/pipeline/brought", "faces/pipeline/sources/sources.tsx"),
] satisfies RouteConfigEntry[];

/** Opened from the mail about the week, by link and without signing in. */
export const linkRoutes = [route("w/:token", "faces/pipeline/weekly/page.tsx")] satisfies RouteConfigEntry[];

/** Downloads: no frame around them. */
export const fileRoutes = [
  route("account/pipeline/brought.csv", "faces/pipeline/sources/csv.ts"),
] satisfies RouteConfigEntry[];
