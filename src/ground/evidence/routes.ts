import { route, type RouteConfigEntry } from "@react-router/dev/routes";

export const accountRoutes = [
  route("account/evidence/:historyId", "ground/evidence/history/history.tsx"),
] satisfies RouteConfigEntry[];

/** Downloads, without a page layout. */
export const fileRoutes = [
  route("account/evidence/:historyId/history.zip", "ground/evidence/export/zip-file.ts"),
  route("account/evidence/:historyId/certification.pdf", "ground/evidence/export/certification-file.ts"),
] satisfies RouteConfigEntry[];
