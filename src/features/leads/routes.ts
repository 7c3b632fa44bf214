import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Pages for a business's clients, by link. */
export const clientRoutes = [
  route("p/:slug", "features/leads/page.tsx"),
  route("u/:token", "features/leads/unsubscribe.tsx"),
] satisfies RouteConfigEntry[];

/** Calls from other machines. */
export const callRoutes = [route("api/inbound/mail", "features/leads/inbound-mail.ts")] satisfies RouteConfigEntry[];
