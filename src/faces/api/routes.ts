import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Keys and webhooks, within the settings pages. */
export const settingsRoutes = [
  route("account/settings/api", "faces/api/keys.tsx"),
  route("account/settings/api/webhooks", "faces/api/webhooks/webhooks.tsx"),
  route("account/settings/api/webhooks/:webhookId", "faces/api/webhooks/webhook.tsx"),
  route("account/settings/quickbooks", "faces/api/quickbooks/quickbooks.tsx"),
] satisfies RouteConfigEntry[];

/** Files for QuickBooks. */
export const fileRoutes = [
  route("account/settings/quickbooks/invoices.csv", "faces/api/quickbooks/invoices.ts"),
  route("account/settings/quickbooks/customers.csv", "faces/api/quickbooks/customers.ts"),
] satisfies RouteConfigEntry[];

/** Calls from other machines. */
export const callRoutes = [
  route("api/openapi.json", "faces/api/document.ts"),
  route("api/v1/*", "faces/api/calls.ts"),
] satisfies RouteConfigEntry[];
