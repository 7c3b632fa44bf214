import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The owner's day. */
export const accountRoutes = [
  route("account/dashboard", "features/today/dashboard.tsx"),
  route("account/search", "features/today/search.tsx"),
  route("account/start", "features/today/first-run/start.tsx"),
  route("account/plays", "features/today/plays/plays.tsx"),
  route("account/sequences/start", "features/today/plays/start.tsx"),
  route("account/leads/:leadId", "features/today/lead.tsx"),
  route("account/leads/:leadId/consent", "features/today/consent.tsx"),
  route("account/follow-up", "features/today/follow-ups.tsx"),
  route("account/follow-up/:pageId", "features/today/follow-up.tsx"),
] satisfies RouteConfigEntry[];

/** What open pages ask now and then, without a page around it. */
export const callRoutes = [route("account/pulse", "features/today/pulse.ts")] satisfies RouteConfigEntry[];

/** The look is shown on guides and mails, so its page stands above both. */
export const settingsRoutes = [route("account/settings/look", "features/today/look.tsx")] satisfies RouteConfigEntry[];
