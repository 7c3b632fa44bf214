import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The generator, open to everyone. */
export const publicRoutes = [route("genLeadMagnet", "trade/magnets/make.tsx")] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [
  route("genLeadMagnet/progress/:token", "trade/magnets/model-progress.ts"),
  route("genLeadMagnet/:format/:token", "trade/magnets/draft-file.ts"),
  route("account/magnets/preview.svg", "trade/magnets/preview.ts"),
  route("account/magnets/:magnetId/preview", "trade/magnets/edit-preview.ts"),
  route("account/magnets/:magnetId/:format", "trade/magnets/magnet-file.ts"),
] satisfies RouteConfigEntry[];

/** Magnets kept in the account. */
export const accountRoutes = [
  route("account/magnets", "trade/magnets/list.tsx"),
  route("account/magnets/:magnetId", "trade/magnets/magnet.tsx"),
  route("account/magnets/:magnetId/another", "trade/magnets/another.tsx"),
  route("account/magnets/:magnetId/edit", "trade/magnets/edit.tsx"),
  route("account/magnets/:magnetId/link", "trade/magnets/link.tsx"),
  route("account/magnets/:magnetId/versions", "trade/magnets/versions.tsx"),
] satisfies RouteConfigEntry[];
