import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const accountRoutes = [
  route("account/deliveries", "tools/deliveries/list.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/deliveries/deliveries.csv", "tools/deliveries/csv.ts"),
] satisfies RouteConfigEntry[];

/** What a client sees of a delivery. */
export const clientRoutes = [
  route("s/:token/delivery", "tools/deliveries/slip-page.tsx"),
] satisfies RouteConfigEntry[];
