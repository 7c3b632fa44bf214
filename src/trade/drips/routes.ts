import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const publicRoutes = [route("genLeadDrip", "trade/drips/draft/make.tsx")] satisfies RouteConfigEntry[];

/** Downloads, without a page layout. */
export const fileRoutes = [
  route("genLeadDrip/progress/:token", "trade/drips/draft/model-progress.ts"),
  route("genLeadDrip/:format/:token", "trade/drips/draft/download.ts"),
  route("account/drips/:dripId/:format", "trade/drips/paper/download.ts"),
] satisfies RouteConfigEntry[];

export const accountRoutes = [
  route("account/drips", "trade/drips/old-list.ts"),
  route("account/drips/:dripId", "trade/drips/drip.tsx"),
  route("account/drips/:dripId/another", "trade/drips/versions/another.tsx"),
  route("account/drips/:dripId/edit", "trade/drips/follow-up/edit.ts"),
  route("account/drips/:dripId/versions", "trade/drips/versions/versions.tsx"),
] satisfies RouteConfigEntry[];
