import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** How far everybody is, and what brought them. */
export const accountRoutes = [
  route("account/pipeline", "features/pipeline/board.tsx"),
  route("account/pipeline/brought", "features/pipeline/brought.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads: no frame around them. */
export const fileRoutes = [route("account/pipeline/brought.csv", "features/pipeline/brought-file.ts")] satisfies RouteConfigEntry[];
