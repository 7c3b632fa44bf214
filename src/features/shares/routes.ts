import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Its links, and who was there. */
export const accountRoutes = [route("account/shares", "features/shares/list.tsx")] satisfies RouteConfigEntry[];

/** Whatever a business shared with a client by link. */
export const clientRoutes = [
  route("s/:token", "features/shares/shared.tsx"),
  route("s/:token/file", "features/shares/file.ts"),
] satisfies RouteConfigEntry[];
