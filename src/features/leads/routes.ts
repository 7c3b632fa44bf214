import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Pages for a business's clients, by link. */
export const clientRoutes = [
  route("p/:slug", "features/leads/page.tsx"),
  route("u/:token", "features/leads/unsubscribe.tsx"),
] satisfies RouteConfigEntry[];

/** The link's own page of the settings. */
export const settingsRoutes = [route("account/settings/link", "features/leads/personal-link.tsx")] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [
  route("account/settings/link/:pageId/qr.svg", "features/leads/personal-link-code.ts"),
] satisfies RouteConfigEntry[];

/** Calls from other machines. */
export const callRoutes = [
  route("api/inbound/mail", "features/leads/inbound-mail.ts"),
  route("api/inbound/sms", "features/leads/inbound-text.ts"),
] satisfies RouteConfigEntry[];
