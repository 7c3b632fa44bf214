import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const settingsRoutes = [
  route("account/settings/notifications", "ground/notifications/settings/settings.tsx"),
] satisfies RouteConfigEntry[];

/** Called by a browser, and by its worker when the browser changes its address. */
export const callRoutes = [
  route("account/settings/notifications/device", "ground/notifications/push/device.ts"),
] satisfies RouteConfigEntry[];
