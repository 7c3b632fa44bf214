import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const publicRoutes = [
  route("genLeadMagnet", "trade/magnets/draft/make.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads, without a page layout. */
export const fileRoutes = [
  route("genLeadMagnet/progress/:token", "trade/magnets/draft/model-progress.ts"),
  route("genLeadMagnet/:format/:token", "trade/magnets/draft/download.ts"),
  route("account/magnets/preview.svg", "trade/magnets/paper/cover-preview.ts"),
  route("account/magnets/:magnetId/preview", "trade/magnets/paper/edit-preview.ts"),
  route("account/magnets/:magnetId/:format", "trade/magnets/paper/download.ts"),
] satisfies RouteConfigEntry[];

export const accountRoutes = [
  route("account/magnets", "trade/magnets/list.tsx"),
  route("account/magnets/:magnetId", "trade/magnets/magnet.tsx"),
  route("account/magnets/:magnetId/another", "trade/magnets/versions/another.tsx"),
  route("account/magnets/:magnetId/edit", "trade/magnets/edit.tsx"),
  route("account/magnets/:magnetId/link", "trade/magnets/link.tsx"),
  route("account/magnets/:magnetId/versions", "trade/magnets/versions/versions.tsx"),
] satisfies RouteConfigEntry[];
