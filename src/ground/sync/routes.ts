import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Endpoints for devices, without a page layout. */
export const callRoutes = [
  route("account/sync/commands", "ground/sync/device/commands.ts"),
  route("account/sync/records", "ground/sync/device/records.ts"),
  route("account/sync/unsigned", "ground/sync/device/unsigned.ts"),
  route("account/sync/live", "ground/sync/device/live.ts"),
] satisfies RouteConfigEntry[];
