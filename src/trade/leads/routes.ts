import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Pages for a business's clients, by link. */
export const clientRoutes = [
  route("p/:slug", "trade/leads/page.tsx"),
  route("u/:token", "trade/leads/unsubscribe.tsx"),
  route("mine/:token", "trade/leads/mine.tsx"),
  route("confirm/:token", "trade/leads/confirm.tsx"),
] satisfies RouteConfigEntry[];

/** Pages of the settings: the link, what its form asks, and the form on the business's own site. */
export const settingsRoutes = [
  route("account/settings/link", "trade/leads/personal-link.tsx"),
  route("account/settings/form", "trade/leads/form-settings.tsx"),
  route("account/settings/form/website", "trade/leads/form-snippets.tsx"),
] satisfies RouteConfigEntry[];

/** Everybody who came, and lists that are brought along. */
export const accountRoutes = [
  route("account/leads", "trade/leads/list.tsx"),
  route("account/leads/held", "trade/leads/held-back.tsx"),
  route("account/leads/import", "trade/leads/import/upload.tsx"),
  route("account/leads/import/:importId", "trade/leads/import/one.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [
  route("account/settings/link/:pageId/qr.svg", "trade/leads/personal-link-code.ts", { id: "link-code-svg" }),
  route("account/settings/link/:pageId/qr.png", "trade/leads/personal-link-code.ts", { id: "link-code-png" }),
  route("mine/:token/file", "trade/leads/mine-file.ts"),
  route("account/leads/export.csv", "trade/leads/import/export-file.ts"),
  route("account/leads/import/:importId/errors.csv", "trade/leads/import/errors-file.ts"),
] satisfies RouteConfigEntry[];

/** Calls from other machines and other sites. */
export const callRoutes = [
  route("api/inbound/mail", "trade/leads/inbound-mail.ts"),
  route("api/inbound/sms", "trade/leads/inbound-text.ts"),
  route("api/forms/:slug", "trade/leads/form-api.ts"),
] satisfies RouteConfigEntry[];
