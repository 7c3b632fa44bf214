import { layout, route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The owner's daily pages. @param sections what tools show on Today */
export const accountRoutes = (sections: RouteConfigEntry): RouteConfigEntry[] => [
  route("account/dashboard", "faces/today/dashboard.tsx", [sections]),
  route("account/search", "faces/today/search.tsx"),
  route("account/start", "faces/today/first-run/start.tsx"),
  route("account/plays", "faces/today/plays/plays.tsx"),
  route("account/sequences/start", "faces/today/plays/start.tsx"),
  layout("trade/leads/list-beside.tsx", [route("account/leads/:leadId", "faces/today/lead/lead.tsx")]),
  route("account/leads/:leadId/merge", "faces/today/lead/merge.tsx"),
  route("account/leads/:leadId/consent", "faces/today/lead/consent-receipt.tsx"),
  route("account/follow-up", "faces/today/follow-ups/list.tsx"),
  route("account/follow-up/choose", "faces/today/follow-ups/choose.tsx"),
  route("account/follow-up/:pageId", "faces/today/follow-ups/page.tsx"),
];

/** Routes that open pages fetch. */
export const callRoutes = [
  route("account/pulse", "faces/today/pulse.ts"),
  route("account/find", "faces/today/find.ts"),
] satisfies RouteConfigEntry[];

/** The look appears on guides and emails, and the page shows a guide: their settings are above both. */
export const settingsRoutes = [
  route("account/settings/look", "faces/today/look.tsx"),
  route("account/settings/page", "faces/today/your-page/screen.tsx"),
] satisfies RouteConfigEntry[];
