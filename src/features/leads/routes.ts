import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Pages for a business's clients, by link. */
export const clientRoutes = [
  route("p/:slug", "features/leads/page.tsx"),
  route("u/:token", "features/leads/unsubscribe.tsx"),
] satisfies RouteConfigEntry[];

/** The link's own page of the settings. */
export const settingsRoutes = [route("account/settings/link", "features/leads/personal-link.tsx")] satisfies RouteConfigEntry[];

/** Everybody who came, and lists that are brought along. */
export const accountRoutes = [
  route("account/leads", "features/leads/list.tsx"),
  route("account/leads/import", "features/leads/import/upload.tsx"),
  route("account/leads/import/:importId", "features/leads/import/one.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [
  route("account/leads/export.csv", "features/leads/import/export-file.ts"),
  route("account/leads/import/:importId/errors.csv", "features/leads/import/errors-file.ts"),
  route("account/settings/link/:pageId/qr.svg", "features/leads/personal-link-code.ts"),
] satisfies RouteConfigEntry[];

/** Calls from other machines. */
export const callRoutes = [route("api/inbound/mail", "features/leads/inbound-mail.ts")] satisfies RouteConfigEntry[];
