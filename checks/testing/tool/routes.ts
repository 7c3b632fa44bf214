import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const accountRoutes = [
  route("account/deliveries", "tools/deliveries/list.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/deliveries/deliveries.csv", "tools/deliveries/csv.ts"),
] satisfies RouteConfigEntry[];
