import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The generator, open to everyone. */
export const publicRoutes = [route("genLeadMagnet", "features/magnets/make.tsx")] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [
  route("genLeadMagnet/:format/:token", "features/magnets/draft-file.ts"),
  route("account/magnets/:magnetId/:format", "features/magnets/magnet-file.ts"),
] satisfies RouteConfigEntry[];

/** Magnets kept in the account. */
export const accountRoutes = [
  route("account/magnets", "features/magnets/list.tsx"),
  route("account/magnets/:magnetId", "features/magnets/magnet.tsx"),
  route("account/magnets/:magnetId/link", "features/magnets/link.tsx"),
] satisfies RouteConfigEntry[];
