import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Keys and webhooks, within the settings pages. */
export const settingsRoutes = [
  route("account/settings/api", "faces/api/keys.tsx"),
  route("account/settings/api/webhooks", "faces/api/webhooks/webhooks.tsx"),
  route("account/settings/api/webhooks/:webhookId", "faces/api/webhooks/webhook.tsx"),
] satisfies RouteConfigEntry[];

/** Calls from other machines. */
export const callRoutes = [
  route("api/openapi.json", "faces/api/document.ts"),
  route("api/v1/*", "faces/api/calls.ts"),
] satisfies RouteConfigEntry[];
