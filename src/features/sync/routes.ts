import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** What devices ask, without a page around it. */
export const callRoutes = [
  route("account/sync/commands", "features/sync/commands.ts"),
  route("account/sync/records", "features/sync/records.ts"),
  route("account/sync/live", "features/sync/live.ts"),
] satisfies RouteConfigEntry[];
