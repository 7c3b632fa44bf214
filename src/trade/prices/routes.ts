import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Importing a file needs a signal. The book itself is field screens (`src/app/field-routes.tsx`). */
export const accountRoutes = [
  route("account/import-prices", "trade/prices/csv/import.tsx"),
] satisfies RouteConfigEntry[];

export const fileRoutes = [
  route("account/prices.csv", "trade/prices/csv/download.ts"),
] satisfies RouteConfigEntry[];
