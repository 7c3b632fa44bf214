import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The pipeline, and where leads come from. */
export const accountRoutes = [
  route("account/pipeline", "faces/pipeline/board.tsx"),
  route("account/pipeline/brought", "faces/pipeline/sources/sources.tsx"),
] satisfies RouteConfigEntry[];

/** Opened from the weekly email, by link and without signing in. */
export const linkRoutes = [route("w/:token", "faces/pipeline/weekly/page.tsx")] satisfies RouteConfigEntry[];

/** Downloads, without a frame. */
export const fileRoutes = [
  route("account/pipeline/brought.csv", "faces/pipeline/sources/csv.ts"),
] satisfies RouteConfigEntry[];
