import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Its links, and who was there. */
export const accountRoutes = [route("account/shares", "ground/shares/list.tsx")] satisfies RouteConfigEntry[];

/** Whatever a business shared with a client by link. */
export const clientRoutes = [
  route("s/:token", "ground/shares/shared.tsx"),
  route("s/:token/file", "ground/shares/file.ts"),
] satisfies RouteConfigEntry[];
