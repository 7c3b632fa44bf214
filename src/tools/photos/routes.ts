import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The office's list. A job's own photos are field screens. */
export const accountRoutes = [
  route("account/photos", "tools/photos/office/list.tsx"),
  route("account/photos/post", "tools/photos/post/post.tsx"),
  route("account/photos/report", "tools/photos/report/new.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/photos/post/picture", "tools/photos/post/download.ts"),
  route("account/photos/photos.csv", "tools/photos/office/csv.ts"),
] satisfies RouteConfigEntry[];

export const clientRoutes = [] satisfies RouteConfigEntry[];
