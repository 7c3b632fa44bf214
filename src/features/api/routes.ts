import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Keys and webhooks; they stand in the frame of the settings. */
export const settingsRoutes = [
  route("account/settings/api", "features/api/keys.tsx"),
  route("account/settings/api/webhooks", "features/api/webhooks.tsx"),
  route("account/settings/api/webhooks/:webhookId", "features/api/webhook.tsx"),
] satisfies RouteConfigEntry[];

/** Calls from other machines. */
export const callRoutes = [
  route("api/openapi.json", "features/api/document.ts"),
  route("api/v1/*", "features/api/calls.ts"),
] satisfies RouteConfigEntry[];
