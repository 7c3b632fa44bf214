import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The generator, open to everyone. */
export const publicRoutes = [route("genLeadDrip", "features/drips/make.tsx")] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [
  route("genLeadDrip/progress/:token", "features/drips/model-progress.ts"),
  route("genLeadDrip/:format/:token", "features/drips/draft-file.ts"),
  route("account/drips/:dripId/preview", "features/drips/edit-preview.ts"),
  route("account/drips/:dripId/:format", "features/drips/drip-file.ts"),
] satisfies RouteConfigEntry[];

/** Drips kept in the account. */
export const accountRoutes = [
  route("account/drips", "features/drips/list.tsx"),
  route("account/drips/:dripId", "features/drips/drip.tsx"),
  route("account/drips/:dripId/another", "features/drips/another.tsx"),
  route("account/drips/:dripId/edit", "features/drips/edit.tsx"),
  route("account/drips/:dripId/versions", "features/drips/versions.tsx"),
] satisfies RouteConfigEntry[];
