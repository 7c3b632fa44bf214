import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Shared links and their visits. */
export const accountRoutes = [route("account/shares", "ground/shares/list.tsx")] satisfies RouteConfigEntry[];

/** Documents a business shared with a client by link. */
export const clientRoutes = [
  route("s/:token", "ground/shares/shared.tsx"),
  route("s/:token/file", "ground/shares/file.ts"),
] satisfies RouteConfigEntry[];
