import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The generator, open to everyone. */
export const publicRoutes = [route("genLeadMagnet", "features/magnets/make.tsx")] satisfies RouteConfigEntry[];

/** Downloads, without a page around them. */
export const fileRoutes = [
  route("genLeadMagnet/progress/:token", "features/magnets/model-progress.ts"),
  route("genLeadMagnet/:format/:token", "features/magnets/draft-file.ts"),
  route("account/magnets/preview.svg", "features/magnets/preview.ts"),
  route("account/magnets/:magnetId/preview", "features/magnets/edit-preview.ts"),
  route("account/magnets/:magnetId/:format", "features/magnets/magnet-file.ts"),
] satisfies RouteConfigEntry[];

/** Magnets kept in the account. */
export const accountRoutes = [
  route("account/magnets", "features/magnets/list.tsx"),
  route("account/magnets/:magnetId", "features/magnets/magnet.tsx"),
  route("account/magnets/:magnetId/another", "features/magnets/another.tsx"),
  route("account/magnets/:magnetId/edit", "features/magnets/edit.tsx"),
  route("account/magnets/:magnetId/link", "features/magnets/link.tsx"),
  route("account/magnets/:magnetId/versions", "features/magnets/versions.tsx"),
] satisfies RouteConfigEntry[];
