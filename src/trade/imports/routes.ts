import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const accountRoutes = [
  route("account/imports", "trade/imports/screens/imports.tsx"),
  route("account/imports/:moveId", "trade/imports/screens/import.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads. */
export const fileRoutes = [
  route("account/imports/papers/:jobId/:sha256", "trade/imports/sealed/send-paper.ts"),
] satisfies RouteConfigEntry[];
