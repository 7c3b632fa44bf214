import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Pages for a business's clients, by link. */
export const clientRoutes = [
  route("p/:slug", "features/leads/page.tsx"),
  route("u/:token", "features/leads/unsubscribe.tsx"),
  route("mine/:token", "features/leads/mine.tsx"),
  route("confirm/:token", "features/leads/confirm.tsx"),
] satisfies RouteConfigEntry[];

/** Pages of the settings: the link, what its form asks, and the form on the business's own site. */
export const settingsRoutes = [
  route("account/settings/link", "features/leads/personal-link.tsx"),
  route("account/settings/form", "features/leads/form-settings.tsx"),
  route("account/settings/form/website", "features/leads/form-snippets.tsx"),
] satisfies RouteConfigEntry[];

/** Everybody who came, and lists that are brought along. */
export const accountRoutes = [
  route("account/leads", "features/leads/list.tsx"),
  route("account/leads/held", "features/leads/held-back.tsx"),
  route("account/leads/import", "features/leads/import/upload.tsx"),
  route("account/leads/import/:importId", "features/leads/import/one.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [
  route("account/settings/link/:pageId/qr.svg", "features/leads/personal-link-code.ts", { id: "link-code-svg" }),
  route("account/settings/link/:pageId/qr.png", "features/leads/personal-link-code.ts", { id: "link-code-png" }),
  route("mine/:token/file", "features/leads/mine-file.ts"),
  route("account/leads/export.csv", "features/leads/import/export-file.ts"),
  route("account/leads/import/:importId/errors.csv", "features/leads/import/errors-file.ts"),
] satisfies RouteConfigEntry[];

/** Calls from other machines and other sites. */
export const callRoutes = [
  route("api/inbound/mail", "features/leads/inbound-mail.ts"),
  route("api/inbound/sms", "features/leads/inbound-text.ts"),
  route("api/forms/:slug", "features/leads/form-api.ts"),
] satisfies RouteConfigEntry[];
