import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Whatever a business shared with a client by link. */
export const clientRoutes = [
  route("s/:token", "features/shares/shared.tsx"),
  route("s/:token/file", "features/shares/file.ts"),
] satisfies RouteConfigEntry[];
