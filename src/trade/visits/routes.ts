import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Public pages for clients, reached by a link. */
export const clientRoutes = [
  route("visits/:link", "trade/visits/book.tsx"),
  route("visits/booked/:token", "trade/visits/booked.tsx"),
] satisfies RouteConfigEntry[];

export const settingsRoutes = [
  route("account/settings/visits", "trade/visits/settings.tsx"),
] satisfies RouteConfigEntry[];

export const accountRoutes = [
  route("account/visits", "trade/visits/list.tsx"),
  route("account/visits/:visitId", "trade/visits/visit.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads. */
export const fileRoutes = [
  route("visits/booked/:token/visit.ics", "trade/visits/visit-file.ts"),
  route("visits/feed/:file", "trade/visits/feed.ts"),
] satisfies RouteConfigEntry[];
