import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's list. A job's own photos are field screens. */
export const accountRoutes = [
  route("account/photos", "tools/photos/office/list.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/photos/photos.csv", "tools/photos/office/csv.ts"),
  route("account/photos/numbers.csv", "tools/photos/office/numbers-csv.ts"),
] satisfies RouteConfigEntry[];

export const clientRoutes = [] satisfies RouteConfigEntry[];
